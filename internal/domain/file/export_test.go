package file

// SetLimits replaces the maximum size of a file, and of all files of a firm together, each of which
// counts as no fewer bytes than least.
func (s *Store) SetLimits(file, firm, least int64) {
	s.maxSize, s.quota, s.leastSize = file, firm, least
}
