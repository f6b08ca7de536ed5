package app

import "net/http"

// secure sets what browsers should know of every answer. The pages (playground, docs) replace the content policy by
// their own.
func secure(header http.Header) {
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
}
