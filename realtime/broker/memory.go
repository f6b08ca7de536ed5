package broker

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Memory is the broker of a single process.
type Memory struct {
	mu       sync.RWMutex
	closed   bool
	subjects map[string]map[*subscriber]struct{}

	published, dropped, lost atomic.Uint64
}

// NewMemory returns a broker without subscribers.
func NewMemory() *Memory {
	return &Memory{subjects: map[string]map[*subscriber]struct{}{}}
}

// Publish implements Broker.
func (m *Memory) Publish(subject string, message []byte) {
	m.published.Add(1)
	m.deliver(subject, message)
}

// deliver queues a message for the subscribers of this process.
func (m *Memory) deliver(subject string, message []byte) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for s := range m.subjects[subject] {
		s.push(message)
	}
}

// loseAll tells the subscribers of all subjects that messages may be missing.
func (m *Memory) loseAll() {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for subject := range m.subjects {
		m.loseLocked(subject)
	}
}

// lose tells the subscribers of a subject that messages may be missing.
func (m *Memory) lose(subject string) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	m.loseLocked(subject)
}

func (m *Memory) loseLocked(subject string) {
	for s := range m.subjects[subject] {
		s.lose()
	}
}

// has reports whether the subject has subscribers.
func (m *Memory) has(subject string) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.subjects[subject] != nil
}

// Subscribe implements Broker.
func (m *Memory) Subscribe(subject string, s Subscription) (stop func(), err error) {
	if !isSubject(subject) {
		return nil, fmt.Errorf("%q is no subject of a broker", subject)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil, ErrClosed
	}
	added := &subscriber{Subscription: s, broker: m}
	if m.subjects[subject] == nil {
		m.subjects[subject] = map[*subscriber]struct{}{}
	}
	m.subjects[subject][added] = struct{}{}
	return func() {
		m.remove(subject, added)
		added.stop()
	}, nil
}

func (m *Memory) remove(subject string, s *subscriber) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.subjects[subject], s)
	if len(m.subjects[subject]) == 0 {
		delete(m.subjects, subject)
	}
}

// Status implements Broker.
func (m *Memory) Status() Status {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return Status{
		Kind: "memory", Connected: true, Subjects: len(m.subjects),
		Published: m.published.Load(), Dropped: m.dropped.Load(), Lost: m.lost.Load(),
	}
}

// Close implements Broker.
func (m *Memory) Close() error {
	m.mu.Lock()
	ended := m.subjects
	m.subjects, m.closed = nil, true
	m.mu.Unlock()
	for _, subscribers := range ended {
		for s := range subscribers {
			s.stop()
		}
	}
	return nil
}

// maxSubject is the maximum length of a subject in bytes.
const maxSubject = 200

// isSubject reports whether the text is a subject. It accepts a part of what NATS accepts as a
// subject without wildcards.
func isSubject(text string) bool {
	afterDot := true
	for _, c := range []byte(text) {
		switch {
		case c == '.' && !afterDot:
			afterDot = true
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_':
			afterDot = false
		default:
			return false
		}
	}
	return !afterDot && len(text) <= maxSubject
}
