// Package openapi has the tests of the OpenAPI document with linters and generators of clients that
// others made.
package openapi
