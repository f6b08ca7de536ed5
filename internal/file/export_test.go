package file

// SetLimits replaces how many bytes a file may have, and those of a firm together.
func (s *Store) SetLimits(file, firm int64) { s.maxSize, s.quota = file, firm }

// CleanName is cleanName.
func CleanName(name string) string { return cleanName(name) }
