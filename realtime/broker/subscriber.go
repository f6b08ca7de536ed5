package broker

import "sync"

// Limits of the queue of a subscriber.
const (
	// QueueMessages is how many messages may wait for a subscriber.
	QueueMessages = 1024
	// QueueBytes is the maximum total length of the messages that wait. A single message may be
	// longer.
	QueueBytes = 4 << 20
)

// subscriber has a queue of messages, and a goroutine only while there is something in it.
type subscriber struct {
	Subscription

	broker *Memory

	mu      sync.Mutex
	queue   [][]byte
	bytes   int
	lost    bool // Lost must be called before the messages of the queue
	stopped bool
	running bool // a goroutine is emptying the queue
}

// push adds a message to the queue. When the queue is full, it is emptied: the subscriber must read
// the database in any case.
func (s *subscriber) push(message []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return
	}
	if n := len(s.queue); n == QueueMessages || n > 0 && s.bytes+len(message) > QueueBytes {
		s.broker.dropped.Add(uint64(n) + 1)
		s.queue, s.bytes, s.lost = nil, 0, true
	} else {
		s.queue = append(s.queue, message)
		s.bytes += len(message)
	}
	s.start()
}

// lose makes the goroutine call Lost.
func (s *subscriber) lose() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return
	}
	s.lost = true
	s.start()
}

// start starts the goroutine. It is called under the lock.
func (s *subscriber) start() {
	if !s.running {
		s.running = true
		go s.run()
	}
}

// run calls the subscriber until nothing is left in the queue.
func (s *subscriber) run() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for call := s.next(); call != nil; call = s.next() {
		s.mu.Unlock()
		call()
		s.mu.Lock()
	}
	s.running = false
}

// next takes the next call out of the queue. It returns nil when there is none. It is called under
// the lock.
func (s *subscriber) next() func() {
	switch {
	case s.stopped:
		return nil
	case s.lost:
		s.lost = false
		s.broker.lost.Add(1)
		if s.Lost == nil {
			return func() {}
		}
		return s.Lost
	case len(s.queue) == 0:
		s.queue = nil
		return nil
	}
	message := s.queue[0]
	s.queue[0] = nil // the array outlives what was taken from it
	s.queue = s.queue[1:]
	s.bytes -= len(message)
	return func() { s.Deliver(message) }
}

// stop ends the calls. A call that was already taken out of the queue may still run.
func (s *subscriber) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped, s.queue = true, nil
}
