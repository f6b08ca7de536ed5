package file

// SetQuota replaces how many bytes a firm may store.
func (s *Store) SetQuota(bytes int64) { s.quota = bytes }

// CleanName is cleanName.
func CleanName(name string) string { return cleanName(name) }
