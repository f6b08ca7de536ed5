package auth

import (
	"math"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/internal/fault"
)

// emailChangesPerHour is how often a user may try another e-mail: a refusal says that somebody has it.
const emailChangesPerHour = 5

// emailChanges counts tries by user. Nil bounds nothing.
type emailChanges struct {
	users *lru.Cache[uuid.UUID, *rate.Limiter]
}

func newEmailChanges() *emailChanges {
	users, err := lru.New[uuid.UUID, *rate.Limiter](maxCounted)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return &emailChanges{users: users}
}

// take counts a try. When there is none left, it is TooManyRequests with how long to wait for one.
func (c *emailChanges) take(now time.Time, userID uuid.UUID) error {
	if c == nil {
		return nil
	}
	limiter, known := c.users.Get(userID)
	if !known {
		limiter = rate.NewLimiter(rate.Every(time.Hour/emailChangesPerHour), emailChangesPerHour)
		if earlier, ok, _ := c.users.PeekOrAdd(userID, limiter); ok {
			limiter = earlier
		}
	}
	reserved := limiter.ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	reserved.CancelAt(now)
	refusal := fault.Retry(fault.TooManyRequests, wait, "Too many tries. Try again in %.0f minutes.", math.Ceil(wait.Minutes()))
	refusal.Limit = emailChangesPerHour
	return refusal
}
