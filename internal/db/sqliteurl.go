package db

import (
	"net/url"
	"strconv"
	"strings"
)

// SQLitePath returns the path of the file of an SQLite URL. It reports false for another URL.
func SQLitePath(databaseURL string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(databaseURL, "sqlite://")
	path, _, _ = strings.Cut(rest, "?")
	return path, ok
}

// sqliteFile is what follows sqlite:// in a URL: a path, and perhaps ?cache_mib=n.
type sqliteFile struct {
	path string
	// cache is the page cache of each connection in MiB; zero is the default.
	cache int
}

const (
	cacheParameter = "cache_mib"
	// maxCache is more than any page cache can use.
	maxCache = 64 << 10
)

func parseSQLite(rest string) (sqliteFile, error) {
	path, query, _ := strings.Cut(rest, "?")
	switch {
	case path == "" || strings.HasSuffix(path, "/"):
		return sqliteFile{}, &URLError{"must name a file: sqlite://path/to/file.db"}
	case strings.Contains(path, "#") || strings.HasPrefix(path, ":"):
		return sqliteFile{}, &URLError{"must be sqlite:// and the path of a file, without parameters but " + cacheParameter}
	}
	values, err := url.ParseQuery(query)
	if err != nil || len(values) > 1 || len(values) == 1 && len(values[cacheParameter]) != 1 {
		return sqliteFile{}, &URLError{"must be sqlite:// and the path of a file, without parameters but " + cacheParameter}
	}
	file := sqliteFile{path: path}
	if text := values.Get(cacheParameter); len(values) > 0 {
		if file.cache, err = strconv.Atoi(text); err != nil || file.cache < 1 || file.cache > maxCache {
			return sqliteFile{}, &URLError{cacheParameter + " must be a number of MiB from 1 to 65536"}
		}
	}
	return file, nil
}
