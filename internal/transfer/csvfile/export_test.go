package csvfile

// SetLimits makes rows and cells too long that fit into a test. A quoted cell may take a multiple
// of a row.
func (r *Reader) SetLimits(row, cell int) {
	r.scanner.limit, r.maxCell, r.maxQuoted = row, cell, int64(8*row)
}
