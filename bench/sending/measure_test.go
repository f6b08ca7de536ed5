package sending_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sms"
)

// fast is the limit of a channel that is not to be reached.
const fast = 5000

// measureRate sends by a channel with a limit, and counts at the provider. Bar: 1,000.
func measureRate(b *testing.B, s *server) {
	const limit = 1000
	f := s.newFirm(first, limit)
	f.set("pause")
	f.queue(*messages, "Utility")
	f.set("resume")
	s.await("outgoing_messages", queued)
	sliding, clock := most(s.provider.made())
	b.ReportMetric(float64(sliding), "most/s")
	b.ReportMetric(float64(clock), "most/clock-s")
}

// measureStatuses calls the hook of a channel with a status for each of many messages, and waits
// until all are stored. Bars: 2,000 statuses a second on PostgreSQL, and 500 on SQLite.
func measureStatuses(b *testing.B, s *server) {
	const clients = 16
	f := s.newFirm(first, fast)
	f.queue(*messages, "Utility")
	s.await("outgoing_messages", queued)
	var posting errgroup.Group
	posting.SetLimit(clients)
	sender, began := bench.OverHTTP(clients), time.Now()
	for _, each := range s.provider.made() {
		posting.Go(func() error { return f.deliver(sender, each) })
	}
	require.NoError(b, posting.Wait())
	answered := time.Since(began)
	s.await("hook_events", "TRUE")
	applied := time.Since(began)
	require.Zero(b, s.count("messages", "channel_id IS NOT NULL AND status = 'Sent'"))
	b.ReportMetric(float64(*messages)/answered.Seconds(), "answered/s")
	b.ReportMetric(float64(*messages)/applied.Seconds(), "statuses/s")
}

// deliver reports that a message was delivered.
func (f *firm) deliver(sender bench.Sender, of call) error {
	form := url.Values{"MessageSid": {of.id}, "MessageStatus": {"delivered"}, "To": {of.to}}
	request, err := http.NewRequestWithContext(f.Context(), http.MethodPost, of.callback, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set(sms.SignatureHeader, sms.Sign(authToken, of.callback, form))
	status, body, err := sender(request)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("the hook answers %d: %s", status, body)
	}
	return err
}

// measureMemory queues messages, and then sends for a while. Bar: 150 MiB above idle while they
// wait.
func measureMemory(b *testing.B, s *server) {
	f := s.newFirm(first, fast)
	f.set("pause")
	const mib = 1 << 20
	idle, _ := s.Memory(b)
	f.queue(*waiting, "Utility")
	resident, peak := s.Memory(b)
	b.ReportMetric(float64(resident-idle)/mib, "waiting-MiB")
	b.ReportMetric(float64(peak-idle)/mib, "waiting-peak-MiB")
	f.set("resume")
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for began := time.Now(); time.Since(began) < *length; {
		<-ticker.C
		now, _ := s.Memory(b)
		resident = max(resident, now)
	}
	b.ReportMetric(float64(idle)/mib, "idle-MiB")
	b.ReportMetric(float64(resident-idle)/mib, "sending-MiB")
}

// measureAuthentication sends a message with a code of a firm again and again, from the request
// until the provider has it, while another firm sends as fast as it can. Bar: a p99 of 1 s.
func measureAuthentication(b *testing.B, s *server) {
	const every = 200 * time.Millisecond
	codes, bulk := s.newFirm(second, fast), s.newFirm(first, fast)
	bulk.set("pause")
	bulk.queue(int(length.Seconds())*fast/2, "Marketing")
	bulk.set("resume")
	var took []time.Duration
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for began := time.Now(); len(took) == 0 || time.Since(began) < *length && s.count("outgoing_messages", queued) > 0; {
		<-ticker.C
		took = append(took, codes.sendCode())
	}
	b.ReportMetric(float64(len(took)), "codes")
	b.ReportMetric(ms(bench.Quantile(took, 0.5, func(d time.Duration) time.Duration { return d })), "p50-ms")
	b.ReportMetric(ms(p99(took)), "p99-ms")
}

// sendCode returns how long a message with a code takes.
func (f *firm) sendCode() time.Duration {
	came, began := f.provider.await(f.next()), time.Now()
	f.queue(1, "Authentication")
	select {
	case <-came:
	case <-time.After(patience):
		require.Fail(f, "a code was not sent")
	}
	return time.Since(began)
}

// measureProcessor compares the processor time of a message with that of a loop that was written by
// hand. Bar: 1.5 times.
func measureProcessor(b *testing.B, s *server) {
	meter := bench.NewMeter(b, s.db, s.ID)
	f := s.newFirm(first, fast)
	f.queue(*messages/10, "Utility") // warms up
	s.await("outgoing_messages", queued)
	f.set("pause")
	f.queue(*messages, "Utility")
	before := meter.Spent(b)
	f.set("resume")
	s.await("outgoing_messages", queued)
	server := meter.Spent(b) - before
	loop := s.byHand(b, *messages)
	b.ReportMetric(micros(server), "µs/message")
	b.ReportMetric(micros(loop), "µs/message-by-hand")
	b.ReportMetric(float64(server)/float64(loop), "times-by-hand")
	require.Equal(b, db.SQLite == s.db.Dialect(), meter.Postgres == 0)
}

func micros(d time.Duration) float64 {
	return float64(d) / float64(time.Microsecond) / float64(*messages)
}
