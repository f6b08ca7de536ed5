// Package throttle limits what one user of a shared resource may take, so that the others are not
// delayed: [Queue] hands out places in turns, [Shares] bounds what a group and each of its members
// have under way, and [Attempts] limits how often something is tried.
package throttle
