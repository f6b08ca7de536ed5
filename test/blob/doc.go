// Package blob has the tests of the stores of blobs: of a folder, and of a bucket in an S3 server.
package blob
