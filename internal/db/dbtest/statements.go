package dbtest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// accepted are the statements that a test of this program has run, and that change nothing or have
// no faults.
var accepted sync.Map //nolint:gochecknoglobals // Each is checked once, whatever the number of tests.

// watched returns the URL of a proxy for a database. At the end of the test it checks the
// statements that were run through the proxy, by [CitusFaults].
func watched(t testing.TB, databaseURL string) string {
	t.Helper()
	address, err := url.Parse(databaseURL)
	require.NoError(t, err)
	s := &statements{}
	t.Cleanup(func() {
		texts := s.unchecked()
		if len(texts) == 0 {
			return
		}
		faults, right := CitusFaults(t, databaseURL, texts...)
		for _, fault := range faults {
			t.Errorf("Citus refuses a statement: %s", fault)
		}
		for _, text := range right {
			accepted.Store(text, true)
		}
	})
	address.Host = proxy(t, address.Host, s.forward, copyAll)
	query := address.Query()
	query.Set("sslmode", "disable") // The proxy reads what is sent.
	address.RawQuery = query.Encode()
	return address.String()
}

// statements are the statements of clients that change or lock rows.
type statements struct {
	mu    sync.Mutex
	texts map[string]bool
}

// unchecked returns the statements that no other test has accepted.
func (s *statements) unchecked() (texts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range slices.Sorted(maps.Keys(s.texts)) {
		if _, known := accepted.Load(text); !known {
			texts = append(texts, text)
		}
	}
	return texts
}

// changes matches statements that may change or lock rows.
var changes = regexp.MustCompile(`(?i)\b(INSERT|UPDATE|DELETE|MERGE|SHARE)\b`)

func (s *statements) add(text string) {
	if _, known := accepted.Load(text); known {
		return
	}
	if !changes.MatchString(text) {
		accepted.Store(text, true)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.texts == nil {
		s.texts = map[string]bool{}
	}
	s.texts[text] = true
}

const (
	parseMessage = 'P' // the name of the prepared statement, and its text
	queryMessage = 'Q' // a text
	lengthSize   = 4
)

// forward copies the messages of a client, and keeps the statements in them. The first message has
// no type.
func (s *statements) forward(server io.Writer, client io.Reader) error {
	from, to := bufio.NewReaderSize(client, 1<<16), bufio.NewWriterSize(server, 1<<16)
	for first := true; ; first = false {
		header := make([]byte, headerSize)
		if first {
			header = header[:lengthSize]
		}
		if _, err := io.ReadFull(from, header); err != nil {
			return err
		}
		_, _ = to.Write(header)
		size := int64(binary.BigEndian.Uint32(header[len(header)-lengthSize:])) - lengthSize
		if kind := header[0]; !first && (kind == parseMessage || kind == queryMessage) {
			body := make([]byte, size)
			if _, err := io.ReadFull(from, body); err != nil {
				return err
			}
			_, _ = to.Write(body)
			if kind == parseMessage {
				_, body, _ = bytes.Cut(body, []byte{0})
			}
			text, _, _ := bytes.Cut(body, []byte{0})
			s.add(string(text))
		} else if _, err := io.CopyN(to, from, size); err != nil {
			return err
		}
		if from.Buffered() == 0 {
			if err := to.Flush(); err != nil {
				return err
			}
		}
	}
}
