// Package password hashes and verifies passwords, and has the rules for new ones.
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
	// hashesPerUser and hashesPerFirm are how many hashes a signed-in user, and all users of a firm, may have waiting.
	hashesPerUser = 4
	hashesPerFirm = 16
	// queueRetry is about the time in which a full default queue drains on one CPU.
	queueRetry = 5 * time.Second
)

// Hasher hashes passwords, a few at once and a bounded number waiting, so that a storm of log-ins can't take the CPU
// from everything else. Call it outside a begun transaction: a hash takes a tenth of a second, and a full queue many.
//
// Log-ins wait in workers, which serves their addresses round-robin. All other hashes wait in others, which serves firms
// round-robin and passes a few of them at once on to workers, where all of them together count as one more address.
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

// source is the key of workers: the site of a log-in, or everything that is not a log-in.
type source struct {
	site  netip.Prefix
	other bool
}

// Config configures a [Hasher]. The zero value works.
type Config struct {
	// Workers is how many hashes run at once: as many as there are CPUs by default. While Busy reports that firms are served,
	// half of them rest, but one works. Queue is how many log-ins may wait: 64 by default.
	Workers, Queue int
	Busy           func() bool
	// NoRateLimit allows signed-in users any number of attempts at their passwords; for load tests.
	NoRateLimit bool
	// Iterations is the cost of a hash; 210,000 by default. Only tests set it.
	Iterations int
	// Now is the clock; time.Now by default.
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

// Attempt counts an attempt of a signed-in user at a password that the user knows. It returns TooManyRequests after 10 in
// a minute.
func (h *Hasher) Attempt(user uuid.UUID) error { return h.attempts.Take(h.clock(), user) }

// CheckOwn is [Hasher.VerifyOwn] that returns a ValidationError for the field when the password is wrong.
func (h *Hasher) CheckOwn(ctx context.Context, stored, field, password string) error {
	ok, err := h.VerifyOwn(ctx, stored, password)
	if err == nil && !ok {
		err = fault.Details{{Field: field, Message: "is wrong"}}.Err()
	}
	return err
}

// NeedsRehash reports whether a stored hash is weaker than those that the hasher makes, or can't be read.
func (h *Hasher) NeedsRehash(stored string) bool { return needsRehash(stored, h.iterations) }

// Hash is [Hash] in the queue, for whoever is signed in and for the server itself. It fails with TooManyRequests
// when the user of ctx, or the user's firm, has too many hashes waiting; with Unavailable when log-ins from many addresses
// fill the queue; and with the error of ctx when that ends first.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	leave, err := h.wait(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return hashWithSalt(password, random(saltSize), h.iterations)
}

// VerifyOwn is [Verify] in the queue, of the password of somebody who is signed in, with the errors of
// [Hasher.Hash].
func (h *Hasher) VerifyOwn(ctx context.Context, stored, password string) (bool, error) {
	leave, err := h.wait(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	return verify(stored, password, h.iterations)
}

// Verify is [Verify] in the queue, for a log-in. It fails with Unavailable when the queue is full, and with the
// error of ctx when that ends first.
func (h *Hasher) Verify(ctx context.Context, stored, password string) (bool, error) {
	leave, err := h.waitForLogin(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	return verify(stored, password, h.iterations)
}

// Pretend costs what [Hasher.Verify] of a wrong password costs: for a log-in of somebody who doesn't exist.
func (h *Hasher) Pretend(ctx context.Context, password string) error {
	_, err := h.Verify(ctx, h.dummy, password)
	return err
}

// Stats is the state of a hasher, for metrics.
type Stats struct {
	// Pending counts the hashes that run or wait.
	Pending int64
	// Done and Refused count since the start: hashes made, and calls that found the queue full.
	Done, Refused uint64
	// Waits and Waited count those that had to wait for a worker, and how long they waited in all.
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

// wait waits for a worker, for everything that is not a log-in.
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

// leaveWaiting returns the error for a caller that got no worker: full when the queue was full.
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

// add returns false for a user who has as many as allowed. The zero id is the server itself, which is not counted.
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

// Pause keeps all workers busy until resume is called, so that hashes wait in the queue; for tests.
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
