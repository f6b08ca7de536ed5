package httpd

import (
	"errors"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
)

// maxTransfers is how many requests of each kind that transfers a file or a table a firm may have
// at the same time. A user or an API client may have half as many.
const maxTransfers = 16

// group identifies the transfers that are counted together: their owner and their kind.
type group struct {
	caller

	kind Kind
}

// limitConcurrency refuses a transfer if the firm, user or API client has too many. Transfers last,
// unlike other requests. Uploads, streams and contents are counted separately.
func (s *Server) limitConcurrency(next handler) handler {
	return func(x *exchange) {
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
