package mail

import (
	"slices"
	"sync"
	"time"
)

// maxKept is how many mails a box keeps.
const maxKept = 50

// Box keeps the last mails in memory, for a demo without a mail server.
type Box struct {
	mu   sync.Mutex
	kept []Kept
}

// Kept is a mail in a box.
type Kept struct {
	Letter

	At time.Time
}

// NewBox returns an empty box.
func NewBox() *Box { return &Box{} }

func (b *Box) put(at time.Time, letter *Letter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.kept = append(b.kept, Kept{Letter: *letter, At: at})
	if over := len(b.kept) - maxKept; over > 0 {
		b.kept = slices.Delete(b.kept, 0, over)
	}
}

// Mails returns the mails, the last first.
func (b *Box) Mails() []Kept {
	b.mu.Lock()
	defer b.mu.Unlock()
	mails := slices.Clone(b.kept)
	slices.Reverse(mails)
	return mails
}
