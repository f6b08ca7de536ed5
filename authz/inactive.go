package authz

// silence leaves of the roles that grant nothing only what they deny: of those that are inactive, deleted, or of another
// firm. What such a role is denied by holding other roles becomes its own denial, since with those roles it would be granted
// what they are.
func (s *snapshot) silence() {
	kept := make([]Line, 0, len(s.lines))
	for _, line := range s.lines {
		switch {
		case line.Problem != "" || !s.isSilent(line.Values[1]):
			kept = append(kept, line)
		case line.Values[0] == linePolicy && line.Values[5] == effectDeny:
			kept = append(kept, line)
		case line.Values[0] == lineGrouping:
			kept = append(kept, s.denialsBy(line)...)
		}
	}
	s.lines = kept
}

// isSilent reports whether the subject is a role, by its id, that grants nothing.
func (s *snapshot) isSilent(subject string) bool {
	id, ok := idOf(subject, subjectRole)
	return ok && !s.active[id]
}

// denialsBy are what the holder of a role is denied by it, and by the roles that it holds in turn.
func (s *snapshot) denialsBy(given Line) (denials []Line) {
	roles, seen := []string{given.Values[2]}, map[string]bool{given.Values[2]: true}
	for len(roles) > 0 {
		current := roles[0]
		roles = roles[1:]
		for _, line := range s.lines {
			switch {
			case line.Problem != "" || line.Values[1] != current:
			case line.Values[0] == lineGrouping && !seen[line.Values[2]]:
				seen[line.Values[2]] = true
				roles = append(roles, line.Values[2])
			case line.Values[0] == linePolicy && line.Values[5] == effectDeny:
				denial := line
				denial.Values = []string{linePolicy, given.Values[1], line.Values[2], line.Values[3], line.Values[4], effectDeny}
				denials = append(denials, denial)
			}
		}
	}
	return denials
}
