// Package openapi tests the OpenAPI document with a validator, and with linters and generators of
// clients from other projects.
package openapi
