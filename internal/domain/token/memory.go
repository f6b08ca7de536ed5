package token

import (
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"time"
)

// maxSums is the maximum number of tokens in a generation of a memory. They take some 4 MiB.
const maxSums = 1 << 17

// sum identifies a token: it is half of the SHA-256 of a secret of the process and the token.
// Without the secret, nobody can search for two tokens with the same sum.
type sum [sha256.Size / 2]byte

// memory remembers verified tokens until they expire, because verifying a signature takes as long
// as the rest of a small request. It stores only sums. Users send requests in turn, so a memory for
// fewer tokens than users would seldom help, and a memory for all of them has to be small. It is
// safe for concurrent use.
type memory struct {
	secret [sha256.Size]byte
	// life is the life of a token. A generation lasts as long, so when the next but one begins, all
	// its tokens have expired.
	life time.Duration

	mu           sync.RWMutex
	newest, last map[sum]struct{}
	// began is when the newest generation began.
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

// has reports whether the sum was added and is still remembered.
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
