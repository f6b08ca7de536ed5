package db

import lru "github.com/hashicorp/golang-lru/v2"

// cachedNumbers is how many numbers [DB.Cached] caches. Each takes some hundred bytes.
const cachedNumbers = 10_000

func newCache[K comparable, V any](size int) *lru.Cache[K, V] {
	cache, err := lru.New[K, V](size)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return cache
}

// Cached returns the cached number of a key, or the result of read, which it caches. The key must
// contain a version of the data that read counts, and a version must never occur again.
func (d *DB) Cached(key string, read func() (int, error)) (int, error) {
	if number, ok := d.cache.Get(key); ok {
		return number, nil
	}
	number, err := read()
	if err == nil {
		d.cache.Add(key, number)
	}
	return number, err
}
