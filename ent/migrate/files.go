// Package migrate holds the migrations of both databases, and how their tables are distributed.
package migrate

import "embed"

// Files are the migrations: postgres/0001_tables.sql, sqlite/0001_tables.sql and so on. A file is
// never changed once it is released: a database to which another text of it was applied would not
// start. test/upgrade has the checksums of each release.
//
//go:embed postgres/*.sql sqlite/*.sql
var Files embed.FS
