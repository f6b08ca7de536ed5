package file

// SetLimits replaces how many bytes a file may have, and those of a firm together, where each counts least at least.
func (s *Store) SetLimits(file, firm, least int64) {
	s.maxSize, s.quota, s.leastSize = file, firm, least
}

// CleanName is cleanName.
func CleanName(name string) string { return cleanName(name) }
