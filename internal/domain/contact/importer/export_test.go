package importer

// SetBatch sets how many rows a step reads at most.
func (i *Importer) SetBatch(rows int) { i.maxBatch = rows }

// SetLoaded sets how many bytes of contacts are loaded at a time.
func (i *Importer) SetLoaded(bytes int) { i.maxLoaded = bytes }
