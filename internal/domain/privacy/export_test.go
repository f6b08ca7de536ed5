package privacy

// ReadInParts makes each step read about so much of a file.
func (m *Manager) ReadInParts(size int64) { m.partSize = size }

// Wait makes erasures wait for rows that are stored late.
func (m *Manager) Wait() { m.lateWait = lateWait }
