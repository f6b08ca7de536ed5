// Package blob tests the stores of blobs: a folder, and a bucket of an S3 server.
package blob
