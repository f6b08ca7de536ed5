// Package password hashes and verifies passwords, and defines the rules for new ones.
package password

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	defaultQueue    = 64
	attemptsPerUser = 10
	// hashesPerUser and hashesPerFirm are the maximum numbers of hashes that wait for a signed-in
	// user, and for all users of a firm.
	hashesPerUser = 4
	hashesPerFirm = 16
	// queueRetry is about the time in which a full default queue drains on one CPU.
	queueRetry = 5 * time.Second
)

// Hasher hashes passwords. It runs a few hashes at once and lets a limited number wait, so that
// many log-ins can't take the CPU from everything else. Call it outside a transaction: a hash takes
// a tenth of a second, and a full queue much longer.
//
// Log-ins wait in workers, which serves their addresses round-robin. All other hashes wait in
// others, which serves firms round-robin. A few of these at once also wait in workers, where all of
// them together count as one more address.
type Hasher struct {
	iterations int
	clock      func() time.Time
	attempts   *throttle.Attempts[uuid.UUID] // by user
	workers    *throttle.Queue[source]
	others     *throttle.Queue[uuid.UUID]
	users      userCounts
	pending    atomic.Int64
	done       atomic.Uint64
	refused    atomic.Uint64
	dummy      string
}

// source is the key of workers: the site of a log-in, or all hashes that are not log-ins.
type source struct {
	site  netip.Prefix
	other bool
}

// Config configures a [Hasher]. The zero value works.
type Config struct {
	// Workers is how many hashes run at once; by default as many as there are CPUs. While Busy
	// reports that requests of firms are served, half of the workers rest, but at least one works.
	// Queue is how many log-ins may wait; 64 by default.
	Workers, Queue int
	Busy           func() bool
	// NoRateLimit allows signed-in users any number of attempts at their passwords. It is meant for
	// load tests.
	NoRateLimit bool
	// Iterations is the cost of a hash; 210,000 by default. Only tests set it.
	Iterations int
	// Now returns the current time; time.Now by default.
	Now func() time.Time
}

// NewHasher returns a hasher.
func NewHasher(config Config) *Hasher {
	if config.Workers <= 0 {
		config.Workers = runtime.GOMAXPROCS(0)
	}
	atRest := func() int {
		if config.Busy == nil || !config.Busy() {
			return 0
		}
		return config.Workers / 2
	}
	if config.Queue <= 0 {
		config.Queue = defaultQueue
	}
	if config.Iterations <= 0 {
		config.Iterations = defaultIterations
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	h := &Hasher{
		iterations: config.Iterations,
		clock:      config.Now,
		workers:    throttle.NewQueue[source](throttle.QueueLimits{Places: config.Workers, Rest: atRest, Waiting: config.Queue}),
		others:     throttle.NewQueue[uuid.UUID](throttle.QueueLimits{Places: max(1, config.Workers/4), WaitingPerKey: hashesPerFirm}),
		users:      userCounts{counts: make(map[uuid.UUID]int)},
		dummy:      hashOfNobody(config.Iterations),
	}
	if !config.NoRateLimit {
		h.attempts = throttle.NewAttempts[uuid.UUID](attemptsPerUser, time.Minute)
	}
	return h
}

// Attempt counts an attempt of a signed-in user at the user's own password. It returns
// TooManyRequests after 10 in a minute.
func (h *Hasher) Attempt(user uuid.UUID) error { return h.attempts.Take(h.clock(), user) }

// CheckOwn does the same as [Hasher.VerifyOwn], but returns a ValidationError for the field when
// the password is wrong.
func (h *Hasher) CheckOwn(ctx context.Context, stored, field, password string) error {
	ok, err := h.VerifyOwn(ctx, stored, password)
	if err == nil && !ok {
		err = fault.Details{{Field: field, Message: "is wrong"}}.Err()
	}
	return err
}

// NeedsRehash reports whether a stored hash is weaker than the hashes of this hasher, or can't be
// read.
func (h *Hasher) NeedsRehash(stored string) bool { return needsRehash(stored, h.iterations) }

// Hash calls [Hash] in the queue, for signed-in users and for the server itself. It returns
// TooManyRequests when the user of ctx, or the user's firm, has too many hashes waiting. It returns
// Unavailable when log-ins from many addresses fill the queue, and the error of ctx when ctx ends
// first.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	leave, err := h.wait(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return hashWithSalt(password, random(saltSize), h.iterations)
}

// VerifyOwn calls [Verify] in the queue, for the password of a signed-in user. It returns the
// errors of [Hasher.Hash].
func (h *Hasher) VerifyOwn(ctx context.Context, stored, password string) (bool, error) {
	leave, err := h.wait(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	return verify(stored, password, h.iterations)
}

// Verify calls [Verify] in the queue, for a log-in. It returns Unavailable when the queue is full,
// and the error of ctx when ctx ends first.
func (h *Hasher) Verify(ctx context.Context, stored, password string) (bool, error) {
	leave, err := h.waitForLogin(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	return verify(stored, password, h.iterations)
}

// Pretend takes as long as [Hasher.Verify] of a wrong password. It is called for a log-in of an
// unknown user.
func (h *Hasher) Pretend(ctx context.Context, password string) error {
	_, err := h.Verify(ctx, h.dummy, password)
	return err
}

// Stats is the state of a hasher, for metrics.
type Stats struct {
	// Pending counts the hashes that run or wait.
	Pending int64
	// Done and Refused are totals since the start: completed hashes, and calls that found the queue
	// full.
	Done, Refused uint64
	// Waits and Waited are totals too: hashes that had to wait for a worker, and their time of
	// waiting.
	Waits  uint64
	Waited time.Duration
}

// Stats returns the current state.
func (h *Hasher) Stats() Stats {
	workers := h.workers.Stats()
	return Stats{
		Pending: h.pending.Load(), Done: h.done.Load(), Refused: h.refused.Load(), Waits: workers.Waits, Waited: workers.Waited,
	}
}

// waitForLogin waits for a worker, for a log-in.
func (h *Hasher) waitForLogin(ctx context.Context) (leave func(), err error) {
	h.pending.Add(1)
	free, err := h.workers.Enter(ctx, source{site: viewer.From(ctx).Request.Site()})
	if err != nil {
		return nil, h.leaveWaiting(err, tooManyLogins())
	}
	return h.leaver(free), nil
}

// wait waits for a worker, for every hash that is not a log-in.
func (h *Hasher) wait(ctx context.Context) (leave func(), err error) {
	h.pending.Add(1)
	asking := viewer.From(ctx)
	if !h.users.add(asking.UserID) {
		return nil, h.leaveWaiting(throttle.ErrFull, tooManyHashes())
	}
	forget := func() { h.users.remove(asking.UserID) }
	firm := asking.FirmID
	if firm == uuid.Nil {
		firm = asking.UserID
	}
	next, err := h.others.Enter(ctx, firm)
	if err != nil {
		forget()
		return nil, h.leaveWaiting(err, tooManyHashes())
	}
	free, err := h.workers.Enter(ctx, source{other: true})
	if err != nil {
		next()
		forget()
		return nil, h.leaveWaiting(err, tooManyLogins())
	}
	return h.leaver(func() { free(); next(); forget() }), nil
}

// leaveWaiting returns the error for a caller that got no worker. It returns full when the queue
// was full.
func (h *Hasher) leaveWaiting(err, full error) error {
	h.pending.Add(-1)
	if errors.Is(err, throttle.ErrFull) {
		h.refused.Add(1)
		return full
	}
	return fmt.Errorf("password: wait for a password hash: %w", err)
}

func (h *Hasher) leaver(free func()) func() {
	return func() {
		free()
		h.pending.Add(-1)
		h.done.Add(1)
	}
}

func tooManyLogins() error {
	return fault.Retry(fault.Unavailable, queueRetry, "Too many log-ins at once. Try again in a few seconds.")
}

func tooManyHashes() error {
	return fault.Retry(fault.TooManyRequests, time.Second, "Too many passwords at once. Try again in a second.")
}

// userCounts counts the hashes that each user waits for.
type userCounts struct {
	mu     sync.Mutex
	counts map[uuid.UUID]int
}

// add returns false for a user who has reached the limit. The zero id is the server itself, which
// is not counted.
func (c *userCounts) add(id uuid.UUID) bool {
	if id == uuid.Nil {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts[id] >= hashesPerUser {
		return false
	}
	c.counts[id]++
	return true
}

func (c *userCounts) remove(id uuid.UUID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[id]--
	if c.counts[id] <= 0 {
		delete(c.counts, id)
	}
}

// Pause keeps all workers busy until resume is called, so that hashes wait in the queue. It is
// meant for tests.
func (h *Hasher) Pause() (resume func()) {
	var all []func()
	for range h.workers.Stats().Places {
		leave, err := h.workers.Enter(context.Background(), source{site: netip.MustParsePrefix("198.51.100.0/32")})
		if err != nil {
			panic(err) // the context does not end, and the queue is empty
		}
		all = append(all, leave)
	}
	return func() {
		for _, leave := range all {
			leave()
		}
	}
}
