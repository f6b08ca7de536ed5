package httpd

import (
	"errors"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
)

// maxTransfers is how many requests of each kind that transfers a file or a table a firm may have under way. A user or an API
// client may have half as many.
const maxTransfers = 16

// group is whose transfers are counted together, and of which kind they are.
type group struct {
	caller

	kind Kind
}

// limitConcurrency refuses a transfer of a firm, or of a user or an API client, that has too many: transfers last, unlike other
// requests. Uploads, streams and contents are counted apart.
func (s *Server) limitConcurrency(next handler) handler {
	return func(x *exchange) {
		if !x.mount.Kind.transfers() {
			next(x)
			return
		}
		v := x.viewer()
		end, err := s.transfers.Begin(group{caller: sender(v), kind: x.mount.Kind}, callerOf(v))
		if err != nil {
			x.refuse(s.tooManyTransfers(err))
			return
		}
		defer end()
		next(x)
	}
}

func (s *Server) tooManyTransfers(err error) error {
	if errors.Is(err, throttle.ErrGroupFull) {
		return fault.Retry(fault.TooManyRequests, time.Second,
			"Too many transfers are under way: a firm may have %d at the same time.", s.transfers.OfGroup())
	}
	return fault.Retry(fault.TooManyRequests, time.Second,
		"Too many transfers are under way: one user or API key may have %d at the same time.", s.transfers.OfMember())
}
