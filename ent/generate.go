// Package ent is the generated client of the data that ent/schema describes.
package ent

//go:generate go run -mod=mod entc.go omit.go
