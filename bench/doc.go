// Package bench has what the programs below it share: a database of their own, filled as users fill
// theirs. docs/performance.md says what there is to run.
package bench
