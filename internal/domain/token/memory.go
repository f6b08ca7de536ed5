package token

import (
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"time"
)

// maxSums is how many tokens a generation of a memory has at most. So many take some 4 MiB.
const maxSums = 1 << 17

// sum stands for a token: half of the SHA-256 of a secret of the process and the token. Nobody who does not know the secret can look for
// two tokens with the same sum.
type sum [sha256.Size / 2]byte

// memory remembers tokens whose signature was verified until they expire, as that takes as long as the rest of a small request. It
// keeps sums alone: users ask in turn, so a memory for fewer tokens than there are users seldom helps, and one for all of them has to
// be small. It is safe for concurrent use.
type memory struct {
	secret [sha256.Size]byte
	// life is that of a token. A generation lasts as long, so that all tokens of the last one but one have expired.
	life time.Duration

	mu           sync.RWMutex
	newest, last map[sum]struct{}
	// began is when the newest generation did.
	began time.Time
}

func newMemory(life time.Duration) *memory {
	m := &memory{life: life}
	_, _ = rand.Read(m.secret[:]) // never fails
	return m
}

func (m *memory) sum(token string) sum {
	text := append(make([]byte, 0, len(m.secret)+len(token)), m.secret[:]...)
	whole := sha256.Sum256(append(text, token...))
	return sum(whole[:])
}

// has reports whether the sum was added and is not forgotten.
func (m *memory) has(s sum) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	_, inNewest := m.newest[s]
	_, inLast := m.last[s]
	return inNewest || inLast
}

func (m *memory) add(s sum, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now.Sub(m.began) >= m.life || len(m.newest) >= maxSums {
		m.newest, m.last, m.began = map[sum]struct{}{}, m.newest, now
	}
	m.newest[s] = struct{}{}
}
