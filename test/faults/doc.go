// Package faults tests what a server does under load while something that it needs is away, full,
// slow or wrong. Each test starts the program, causes one fault, and checks that no acknowledged
// write is lost, that refused requests may be tried again, and that the server recovers by itself.
package faults
