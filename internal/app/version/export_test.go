package version

// Of returns the version of a program with other facts than those of the tests.
var Of = release
