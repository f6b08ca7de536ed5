// Package throttle limits how much one user of a shared resource may use, so that the others are
// not delayed. [Queue] hands out places in turns. [Shares] limits what a group and each of its
// members do at the same time. [Attempts] limits how often something is tried.
package throttle
