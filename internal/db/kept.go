package db

import lru "github.com/hashicorp/golang-lru/v2"

// keptNumbers is how many numbers [DB.Kept] keeps, of which each takes some hundred bytes.
const keptNumbers = 10_000

func newKept() *lru.Cache[string, int] {
	kept, err := lru.New[string, int](keptNumbers)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return kept
}

// Kept returns what read returned the last time for the key, and otherwise reads. A key must name a state of the database in which read
// returns the same each time: one that was never there before a change, and is not there after it.
func (d *DB) Kept(key string, read func() (int, error)) (int, error) {
	if number, ok := d.kept.Get(key); ok {
		return number, nil
	}
	number, err := read()
	if err == nil {
		d.kept.Add(key, number)
	}
	return number, err
}
