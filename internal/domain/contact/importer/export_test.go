package importer

// SetBatch sets how many rows a step reads at most.
func (i *Importer) SetBatch(rows int) { i.maxBatch = rows }
