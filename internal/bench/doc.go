// Package bench compares the REST API and the GraphQL API with handlers that do the same without them, in one run on one
// database. Machines are noisy and differ, so compare the ratios. `make bench` runs it on PostgreSQL.
package bench
