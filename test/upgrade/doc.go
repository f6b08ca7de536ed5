// Package upgrade has a filled database of each release, on SQLite and on PostgreSQL, and tests
// that the present program opens them. scripts/upgrade-data.sh creates the databases of a new
// release.
package upgrade
