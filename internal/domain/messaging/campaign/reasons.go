package campaign

import (
	"cmp"
	"slices"
)

// ReasonCount is how many recipients of a campaign are skipped for a reason, or of how many the
// message has failed with an error code.
type ReasonCount struct {
	// State is Skipped or Failed.
	State  State
	Reason string
	Count  int
}

// Reasons returns why recipients are skipped or have failed, the most frequent reason first.
func (c *Campaign) Reasons() []*ReasonCount {
	all := []*ReasonCount{}
	add := func(state State, counts map[string]int) {
		for reason, n := range counts {
			all = append(all, &ReasonCount{state, reason, n})
		}
	}
	add(SkippedState, c.reasons.Skipped)
	add(FailedState, c.reasons.Failed)
	slices.SortFunc(all, func(a, b *ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.State, b.State), cmp.Compare(a.Reason, b.Reason))
	})
	return all
}
