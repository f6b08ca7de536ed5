//go:build !race

package simulation_test

// usualSeeds is how many seeds run.
const usualSeeds = 200
