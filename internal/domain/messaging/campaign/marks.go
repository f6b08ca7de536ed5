package campaign

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

// marksEvery is how many recipients there are from one mark to the next. A page is found by reading
// at most as many entries of the index. A campaign of 1,000,000 recipients has 4 KB of marks.
const marksEvery = 10_000

// checkpoint is where preparing goes on. The marks stay when it is done.
type checkpoint struct {
	position

	Marks marks `json:"marks,omitzero"`
}

// saved returns what the checkpoint of the campaign says.
func (c *Campaign) saved() (saved checkpoint, err error) {
	if len(c.checkpoint) == 0 {
		return saved, nil
	}
	if err := json.Unmarshal(c.checkpoint, &saved); err != nil {
		return saved, fmt.Errorf("read the checkpoint of the campaign %s: %w", c.ID, err)
	}
	return saved, nil
}

// marks are the ids of recipients at fixed distances in the order of all, by which a page far from
// the first one is found. They are right for good, because recipients are stored once, with
// ascending ids. The zero value has no marks, and gets none.
type marks struct {
	Every int         `json:"every"`
	IDs   []uuid.UUID `json:"ids"`
	// Last is the id of the last recipient.
	Last uuid.UUID `json:"last"`
}

// add notes the id of a recipient that is stored after others. If it is not the highest so far,
// because the clocks of instances differ, there are no marks any more.
func (m *marks) add(id uuid.UUID, after int) {
	if bytes.Compare(id[:], m.Last[:]) <= 0 {
		*m = marks{}
	}
	if m.Every == 0 {
		return
	}
	m.Last = id
	if after > 0 && after%m.Every == 0 {
		m.IDs = append(m.IDs, id)
	}
}

// before returns the last mark that is not behind a number of recipients, and how many recipients
// are before it. Without one it returns the lowest id and 0.
func (m *marks) before(offset int) (uuid.UUID, int) {
	if m.Every == 0 {
		return uuid.Nil, 0
	}
	n := min(offset/m.Every, len(m.IDs))
	if n == 0 {
		return uuid.Nil, 0
	}
	return m.IDs[n-1], n * m.Every
}
