package dispatch

import (
	"context"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/tracing"
)

// sending is a claimed message with what was known at its claim.
type sending struct {
	*outgoing.Message

	line      *channel.Line
	claimedAt time.Time
}

// call calls the provider for a claimed message, as soon as the rate of the channel allows it, and
// returns when the call has begun. A message whose call can't begin any more goes back to the
// queue. If the provider gets a file before, call begins with that, and the call comes afterwards:
// the rate is of the calls for messages, and the uploads keep it apart from them.
func (l *lane) call(ctx, calling context.Context, m *outgoing.Message) {
	s := &sending{m, l.line, l.claimedAt}
	preparer, ok := s.line.Adapter.(provider.Preparer)
	if !ok || m.Content.Media == nil {
		l.begin(ctx, calling, s)
		return
	}
	if ctx.Err() != nil || l.paused().After(time.Now()) {
		l.back(m, "the channel waits")
		return
	}
	l.start(func() {
		began := time.Now()
		says, _ := l.message(m, s.line.Kind)
		failed := safely(func() (none provider.Outcome) {
			if failed := preparer.Prepare(calling, s.line.Account, says); failed != nil {
				return *failed
			}
			return none
		})
		if failed.Result != "" {
			l.end(ctx, s, began, failed)
			return
		}
		if time.Since(s.claimedAt) > preparedFor {
			l.back(m, "its file was uploaded")
			return
		}
		l.begin(ctx, calling, s)
	})
	_ = l.sleep(ctx, pace.RateWindow/time.Duration(s.line.PerSecond)) // Who begins next sees the end of ctx.
}

// preparedFor is for how long after its claim a message is called whose file was uploaded
// meanwhile. Later it is claimed again, which finds that the person has opted out, or that the
// channel sends no more.
const preparedFor = time.Second

// begin begins the call for a message.
func (l *lane) begin(ctx, calling context.Context, s *sending) {
	m := s.Message
	if err := l.turn(ctx); err != nil {
		l.back(m, "the server stops")
		return
	}
	defer l.begins.Unlock()
	now, pair := time.Now(), l.pairPaused(m.Content.To)
	switch {
	case l.paused().After(now):
		l.back(m, "the channel waits")
		return
	case pair.After(now):
		l.outcomes <- messaging.Call{ID: m.ID, Claim: m.Claims, At: now.UTC().Truncate(time.Microsecond), Outcome: provider.Outcome{
			Result: provider.NotTaken, Waits: provider.WaitPair, RetryAfter: pair.Sub(now), Message: "the recipient gets too many messages",
		}}
		return
	case now.Add(l.config.Lease / callMargin).After(l.lease.End()):
		l.back(m, "the lease has ended")
		return
	}
	begins := make(chan time.Time, 1)
	l.start(func() {
		began := time.Now()
		calling, span := l.config.Tracer.StartTrace(calling, tracing.Client, "send "+string(s.line.Kind))
		outcome := safely(func() provider.Outcome {
			defer close(begins)
			message, ok := l.message(m, s.line.Kind)
			if !ok {
				return provider.Refusal(provider.Rejected, "The server has no public address, so the recipient could not unsubscribe.")
			}
			began = time.Now()
			begins <- began
			return s.line.Adapter.Send(calling, s.line.Account, message)
		})
		if span != nil {
			l.describe(span, s.line.Kind, m.ID, outcome)
		}
		l.end(ctx, s, began, outcome)
	})
	// The rate is of the calls as they begin, which on a busy machine may be long after now.
	if at, isCalled := <-begins; isCalled {
		l.bucket.take(at)
	}
}

// start starts a part of a call, which ends when the part has returned.
func (l *lane) start(part func()) {
	l.running.Add(1)
	l.calls.Go(func() {
		defer l.running.Add(-1)
		part()
	})
}

// turn waits until the rate allows a call. The caller then holds the mutex of the bucket, unless
// ctx is done.
func (l *lane) turn(ctx context.Context) error {
	for {
		l.begins.Lock()
		wait := l.bucket.wait(time.Now())
		if wait <= 0 && ctx.Err() == nil {
			return nil
		}
		l.begins.Unlock()
		if err := l.sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// end hands on the outcome of a call.
func (l *lane) end(ctx context.Context, s *sending, began time.Time, outcome provider.Outcome) {
	l.tally.add(Called{s.line.Kind, outcome.Result})
	l.config.Stayed(message.StatusSending, time.Since(s.claimedAt))
	switch {
	case outcome.Result == provider.ChannelFailing:
		l.pause(time.Second)
		err := l.channels.Fail(context.WithoutCancel(ctx), l.of.ChannelID, outcome)
		l.log(ctx, "the status of a channel that its provider refuses", err)
	case outcome.Result == provider.NotTaken && outcome.Waits == provider.WaitChannel:
		l.pause(max(outcome.RetryAfter, time.Second))
	case outcome.Result == provider.NotTaken && outcome.Waits == provider.WaitPair:
		l.pausePair(s.Content.To, max(outcome.RetryAfter, messaging.PairWait))
	}
	l.outcomes <- messaging.Call{
		ID: s.ID, Claim: s.Claims, Outcome: outcome,
		Began: began.UTC().Truncate(time.Microsecond), At: time.Now().UTC().Truncate(time.Microsecond),
	}
}

// describe ends the span of a call. It shows nothing of what is sent, nor whom to, nor the words of
// the provider.
func (l *lane) describe(span *tracing.Span, kind provider.Kind, id uuid.UUID, outcome provider.Outcome) {
	span.Text("firmhub.provider", string(kind))
	span.Text("firmhub.channel", l.of.ChannelID.String())
	span.Text("firmhub.firm", l.of.FirmID.String())
	span.Text("messaging.message.id", id.String())
	span.Text("firmhub.outcome", string(outcome.Result))
	span.Text("error.type", string(outcome.Code))
	if outcome.Result == provider.ChannelFailing || outcome.Result == provider.Unknown {
		span.Fail()
	}
	span.End()
}

// safely returns the outcome of a call. After a panic it is unknown.
func safely(call func() provider.Outcome) (outcome provider.Outcome) {
	defer func() {
		if value := recover(); value != nil {
			slog.Error("a call of a provider panicked", "panic", value, "stack", string(debug.Stack()))
			outcome = provider.Outcome{Result: provider.Unknown, Message: "the call failed"}
		}
	}()
	return call()
}

// message returns a message as its provider gets it. It reports false for a mail that must show its
// recipient a link that this server can't make.
func (l *lane) message(m *outgoing.Message, kind provider.Kind) (_ provider.Message, ok bool) {
	content := m.Content
	sent := provider.Message{
		ID: m.ID, To: content.To, Category: content.Category, Subject: content.Subject, Template: content.Template, ReplyTo: content.ReplyTo,
	}
	if content.To.Kind == provider.EmailAddress && l.config.Unsubscribe != nil { // A mail of any category may show it.
		sent.Unsubscribe = l.config.Unsubscribe(l.of.FirmID, content.To.Value)
	}
	link := ""
	if sent.Unsubscribe != nil {
		link = sent.Unsubscribe.String()
	}
	body, second, shows := messaging.Unsubscribing(content.Body, content.HTML, link)
	if file := content.Media; file != nil {
		sent.Media = &provider.Media{
			Key:  file.Key,
			Open: func(ctx context.Context) (io.ReadCloser, error) { return l.config.Open(ctx, file.Key) },
			Size: file.Size, ContentType: file.ContentType, FileName: file.Name, Caption: body,
		}
		if kind == provider.SMS { // Its provider takes no content.
			sent.Media.Open, sent.Media.Link = nil, l.config.Link(l.of.FirmID, file.ID)
		}
	} else {
		sent.Body, sent.HTML = body, second
	}
	return sent, !shows || link != ""
}

// back returns a message to the queue that was claimed and not called.
func (l *lane) back(m *outgoing.Message, why string) {
	l.outcomes <- messaging.Call{
		ID: m.ID, Claim: m.Claims, At: time.Now().UTC().Truncate(time.Microsecond),
		Outcome: provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitChannel, Message: why},
	}
}

const (
	// settledAtOnce is how many outcomes one transaction stores.
	settledAtOnce = 200
	// settleTries is how often it is tried before it is given up, with a pause in between.
	settleTries = 10
	settleWait  = time.Second
)

// settle stores outcomes until there are no more: each time those that have come meanwhile. It
// reports whether all are stored, and calls lost once some can't be.
func (l *lane) settle(ctx context.Context, lost func()) (all bool) {
	all = true
	for first := range l.outcomes {
		calls := []messaging.Call{first}
		for len(calls) < settledAtOnce && len(l.outcomes) > 0 {
			calls = append(calls, <-l.outcomes)
		}
		if !l.store(ctx, calls) {
			all = false
			lost()
		}
		l.leave(len(calls))
	}
	return all
}

// store stores outcomes, and reports whether all are stored: messages whose outcomes are lost are
// Unknown. One that can't be stored does not keep the others of the same transaction from it.
func (l *lane) store(stopping context.Context, calls []messaging.Call) bool {
	err := l.tryToStore(stopping, calls, l.settleTries)
	if err == nil || db.IsPassing(err) || len(calls) == 1 {
		return err == nil
	}
	all := true
	for i := range calls {
		all = l.tryToStore(stopping, calls[i:i+1], 1) == nil && all
	}
	return all
}

// tryToStore stores outcomes in one transaction. It goes on while the database is not available,
// until the server stops. Any other error it returns after so many tries.
func (l *lane) tryToStore(stopping context.Context, calls []messaging.Call, tries int) error {
	ctx := context.WithoutCancel(stopping)
	for try := 1; ; try++ {
		err := l.messages.Settle(ctx, calls)
		if err == nil {
			return nil
		}
		if try%tries == 0 {
			slog.ErrorContext(ctx, "outcomes of calls can't be stored", "channel", l.of.ChannelID, "messages", len(calls), "error", err)
			if !db.IsPassing(err) || stopping.Err() != nil {
				return err
			}
		}
		_ = l.sleep(ctx, l.settleWait) // This context does not end.
	}
}
