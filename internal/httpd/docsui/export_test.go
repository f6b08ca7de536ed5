package docsui

import (
	"bytes"
	"net/http"
)

// Asset serves content as the embedded file of that name.
func Asset(file string, content []byte) http.Handler { return newAsset(file, bytes.NewReader(content)) }
