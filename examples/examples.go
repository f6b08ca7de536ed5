// Package examples has files to try firmhub with.
package examples

import _ "embed"

// ContactsWithFaults is a CSV file of contacts, of which some rows are rejected.
//
//go:embed contacts-with-faults.csv
var ContactsWithFaults string
