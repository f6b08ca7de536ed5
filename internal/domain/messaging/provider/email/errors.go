package email

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/textproto"
	"regexp"
	"strconv"
	"strings"

	"github.com/wneessen/go-mail/smtp"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

// step is a step of the conversation with a mail server.
type step int

// The steps, in their order.
const (
	connecting step = iota // connection, greeting, EHLO, STARTTLS
	loggingIn              // AUTH
	sending                // MAIL and DATA
	addressing             // RCPT
	waiting                // for the answer after the last line of the mail
)

// judge returns what an error in a step means.
//
// Source: RFC 5321 of October 2008. Until the last line of a mail was written the server does not
// have it (section 4.1.1.4). Replies 4yz are temporary and 5yz are final (section 4.2.1). But a
// final reply before MAIL is about this server or its settings, and not about the message: the
// message waits.
func judge(at step, err error) provider.Outcome {
	reply, replied := errors.AsType[*textproto.Error](err)
	outcome := provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: text(err)}
	if replied {
		outcome.ProviderCode, outcome.Message = strconv.Itoa(reply.Code), reply.Msg
	}
	const (
		permanent     = 500
		loginRequired = 530
	)
	final := replied && reply.Code >= permanent
	switch {
	case at == waiting && !replied:
		outcome.Result, outcome.Waits = provider.Unknown, ""
	case at == loggingIn && (final || errors.Is(err, smtp.ErrUnencrypted) || errors.Is(err, errNoLogin)),
		replied && reply.Code == loginRequired:
		outcome.Result, outcome.Waits, outcome.Failing = provider.ChannelFailing, "", provider.CredentialsRefused
	case final && at >= sending:
		outcome.Result, outcome.Waits, outcome.Code = provider.Refused, "", provider.Rejected
		outcome.Suppress = at == addressing && isGone(reply)
	}
	return outcome
}

// enhanced is an enhanced status code of a final reply.
var enhanced = regexp.MustCompile(`^5\.\d{1,3}\.\d{1,3}\b`)

// noMailbox are the words of servers without enhanced codes for a mailbox that they don't have, and
// otherReason the words of those that refuse who sends or what is sent, or whose mailbox is full:
// "mailbox unavailable" is what RFC 5321 says of all of these.
var (
	noMailbox = regexp.MustCompile(`(?i)` +
		`\b(no such|no|unknown|invalid|non-?existent) (local )?(user|recipient|mailbox|e-?mail address|mail address)\b` +
		`|\b(user|recipient|mailbox|e-?mail address|mail address)\b.{0,60}` +
		`\b(unknown|unavailable|disabled|invalid|(not|does ?n.t|no longer) (found|known|exists?))\b` +
		`|\bno such (person|address|account)\b`)
	otherReason = regexp.MustCompile(`(?i)` +
		`relay|\bsender|\bdomain of|\bmail from|quota|\bfull\b|\bexceed|limit|\btoo many\b|\bIP\b` +
		`|\b(un)?listed\b|\b(block|black|deny) ?-?list|\bblocked\b|spam|\bpolic(y|ies)\b|\breputation\b|\bdenied\b` +
		`|\bclient\b|\bservice\b|\btemporar`)
	// names are the addresses and hosts in a reply, whose parts are no words of it.
	names = regexp.MustCompile(`<[^>]*>|\S+@\S+|\b[\w-]+(\.[\w-]+)+\b`)
)

// isGone reports whether a final reply to a recipient says that there is no such mailbox. Others
// are about the mail, the sender or a quota, and the address is right. A reply without an enhanced
// code must say so in words: its code alone says as little as 5.0.0 does.
//
// Source: RFC 3463 of January 2003, sections 3.2 and 3.3: X.1.0 to X.1.6 and X.1.10 (RFC 7505) are
// about the address of the recipient, and X.2.1 is a mailbox that is disabled. RFC 5321 of October
// 2008, section 4.2.2: 550, 551 and 553 are the replies about a mailbox.
func isGone(reply *textproto.Error) bool {
	const unavailable, notLocal, notAllowed = 550, 551, 553
	switch code := enhanced.FindString(reply.Msg); code {
	case "":
		words := names.ReplaceAllString(reply.Msg, "…")
		return (reply.Code == unavailable || reply.Code == notLocal || reply.Code == notAllowed) &&
			noMailbox.MatchString(words) && !otherReason.MatchString(words)
	case "5.1.7", "5.1.8", "5.1.9": // about the sender
		return false
	default:
		return strings.HasPrefix(code, "5.1.") || code == "5.2.1"
	}
}

// text returns the error for people. It shows neither an address nor what another service sends.
func text(err error) string {
	if errors.Is(err, context.Canceled) {
		return "the call was cancelled"
	}
	if errors.Is(err, errReplies) {
		return errReplies.Error()
	}
	if reason := outbound.Reason(err); reason != "" {
		return reason
	}
	if _, ok := errors.AsType[textproto.ProtocolError](err); ok {
		return "the server does not speak SMTP"
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return "the server does not speak TLS"
	}
	if timeout, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err); ok && timeout.Timeout() {
		return "the mail server did not answer in time"
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "the connection was lost"
	}
	return err.Error()
}
