package db

import (
	"net/url"
	"strconv"
	"strings"
)

// SQLitePath returns the path of the file of an SQLite URL, and false for any other URL.
func SQLitePath(databaseURL string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(databaseURL, "sqlite://")
	path, _, _ = strings.Cut(rest, "?")
	return path, ok
}

// sqliteFile is the part of a URL after sqlite://: a path, and perhaps ?cache_mib=n and
// synchronous=full.
type sqliteFile struct {
	path string
	// cache is the page cache of each connection in MiB; zero is the default.
	cache int
	// synchronous is when SQLite waits for the disk: at each commit (full), or when the log is
	// written back (normal).
	synchronous string
}

const (
	cacheParameter       = "cache_mib"
	synchronousParameter = "synchronous"
	// maxCache is more than any page cache can use.
	maxCache = 64 << 10
)

func parseSQLite(rest string) (sqliteFile, error) {
	path, query, _ := strings.Cut(rest, "?")
	if path == "" || strings.HasSuffix(path, "/") {
		return sqliteFile{}, &URLError{"must name a file: sqlite://path/to/file.db"}
	}
	values, err := url.ParseQuery(query)
	bad := err != nil || strings.Contains(path, "#") || strings.HasPrefix(path, ":")
	for name, given := range values {
		bad = bad || len(given) != 1 || name != cacheParameter && name != synchronousParameter
	}
	if bad {
		return sqliteFile{}, &URLError{
			"must be sqlite:// and the path of a file, without parameters but " + cacheParameter + " and " + synchronousParameter,
		}
	}
	file := sqliteFile{path: path, synchronous: "normal"}
	if values.Has(cacheParameter) {
		if file.cache, err = strconv.Atoi(values.Get(cacheParameter)); err != nil || file.cache < 1 || file.cache > maxCache {
			return sqliteFile{}, &URLError{cacheParameter + " must be a number of MiB from 1 to 65536"}
		}
	}
	if values.Has(synchronousParameter) {
		if file.synchronous = values.Get(synchronousParameter); file.synchronous != "normal" && file.synchronous != "full" {
			return sqliteFile{}, &URLError{synchronousParameter + " must be normal or full"}
		}
	}
	return file, nil
}
