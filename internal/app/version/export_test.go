package version

// Of returns the version of a program with other facts than those of the tests.
var Of = release

// SemanticOf returns what Semantic returns for a release.
var SemanticOf = semantic

// Next is the release that the sources become.
const Next = next
