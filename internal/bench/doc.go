// Package bench measures what the two faces cost beside handlers that do the same without them, in one run on one
// database. Machines are noisy and differ: read the ratios. `make bench` runs it on PostgreSQL.
package bench
