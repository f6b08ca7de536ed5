package sending_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/app/demo"
)

// measureOthers reads contacts and the wallet while nothing is sent, while 300 messages a second
// are, and while as many are as the server can. Bars: at 300 a p99 of at most twice the first one,
// and no answer of 5xx.
func measureOthers(b *testing.B, s *server) {
	const slow = 300
	r := newReader(s)
	r.read(*length / 5) // warms up
	idle := p99(r.read(*length))

	f := s.newFirm(second, slow)
	f.set("pause")
	f.queue(int(length.Seconds()*2)*slow, "Utility")
	f.set("resume")
	busy := p99(r.read(*length))
	require.NotZero(b, s.count("outgoing_messages", queued), "the messages have ended before the reads")
	f.set("pause")

	full := s.newFirm(first, fast)
	full.set("pause")
	full.queue(int(length.Seconds())*fast/2, "Utility")
	full.set("resume")
	b.ReportMetric(ms(p99(r.read(*length))), "full-p99-ms")
	b.ReportMetric(ms(idle), "idle-p99-ms")
	b.ReportMetric(ms(busy), "busy-p99-ms")
	b.ReportMetric(float64(busy)/float64(idle), "busy/idle")
	b.ReportMetric(float64(r.failed), "5xx")
}

// reader is a user who reads.
type reader struct {
	*server
	requests []func() *http.Request
	// failed is how many answers were 5xx.
	failed int
}

func newReader(s *server) *reader {
	token := s.send.LogIn(s, s.URL, first, demo.Password)
	var list struct {
		Data struct{ Items []struct{ ID string } }
	}
	const getall = "/api/V1/Contact/getall"
	s.send.Ask(s, bench.NewRequest(s, http.MethodPost, s.URL+getall, token, map[string]any{"pageSize": 1}), &list)
	ask := func(method, path string, body any) func() *http.Request {
		return func() *http.Request { return bench.NewRequest(s, method, s.URL+path, token, body) }
	}
	return &reader{server: s, requests: []func() *http.Request{
		ask(http.MethodPost, getall, map[string]any{"pageSize": 20}),
		ask(http.MethodGet, "/api/V1/Contact/get/"+list.Data.Items[0].ID, nil),
		ask(http.MethodGet, "/api/v1/wallet/balance", nil),
	}}
}

// read sends the requests in turn, 50 a second, as a few people who work do.
func (r *reader) read(length time.Duration) (took []time.Duration) {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for began, i := time.Now(), 0; i == 0 || time.Since(began) < length; i++ {
		<-ticker.C
		at := time.Now()
		status, body, err := r.send(r.requests[i%len(r.requests)]())
		require.NoError(r, err)
		took = append(took, time.Since(at))
		if status >= http.StatusInternalServerError {
			r.failed++
			continue
		}
		require.Equal(r, http.StatusOK, status, "%s", body)
	}
	return took
}

func p99(took []time.Duration) time.Duration {
	return bench.Quantile(took, 0.99, func(d time.Duration) time.Duration { return d })
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
