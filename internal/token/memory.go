package token

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"
)

const (
	// maxSums of tokens take 2 MiB.
	maxSums = 1 << 17
	minSums = 1 << 10
	// setSize is how many places there are for a sum.
	setSize = 8
)

// sum stands for a token: half of its SHA-256. A forged token is taken for one of those that are remembered if it has the sum of one
// of them, which takes 2^111 tries where there are 2^17.
type sum [sha256.Size / 2]byte

func sumOf(token string) sum {
	whole := sha256.Sum256([]byte(token))
	return sum(whole[:])
}

// memory remembers tokens whose signature was verified, as that takes as long as the rest of a small request. It keeps sums alone: users
// ask in turn, so a memory for fewer tokens than there are users seldom helps, and one for all of them has to be small. It grows up to
// [maxSums], and then forgets one token for another. It is safe for concurrent use.
type memory struct {
	mu   sync.RWMutex
	sets [][setSize]sum
}

func newMemory() *memory { return &memory{sets: make([][setSize]sum, minSums/setSize)} }

// set returns the places for a sum.
func (m *memory) set(s sum) *[setSize]sum {
	return &m.sets[binary.LittleEndian.Uint64(s[:])%uint64(len(m.sets))]
}

// has reports whether the sum was added and is not forgotten.
func (m *memory) has(s sum) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Contains(m.set(s)[:], s)
}

func (m *memory) add(s sum) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.place(s) {
		if len(m.sets) == maxSums/setSize {
			m.set(s)[s[len(s)-1]%setSize] = s // at random
			return
		}
		all := m.sets
		m.sets = make([][setSize]sum, 2*len(all))
		for _, set := range all {
			for _, old := range set {
				m.place(old)
			}
		}
	}
}

// place reports whether there is room for a sum, which then has it.
func (m *memory) place(s sum) bool {
	set := m.set(s)
	at := max(slices.Index(set[:], s), slices.Index(set[:], sum{}))
	if at >= 0 {
		set[at] = s
	}
	return at >= 0
}
