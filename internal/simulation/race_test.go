//go:build race

package simulation_test

// usualSeeds is how many seeds run with the race detector, which takes several times as long: one
// step is at work at a time, and each seed has the same goroutines. scripts/test.sh runs the others
// without it.
const usualSeeds = 20
