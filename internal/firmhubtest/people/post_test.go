package people_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	netmail "net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const (
	maria       = "maria@post.example"
	newPassword = "Another-secret-1"
)

// post is an app whose mail server is a double.
type post struct {
	*firmhubtest.App

	t     *testing.T
	mails chan double.Mail
	owner *firmhubtest.Session
	// basics are what a command needs to open the database.
	basics app.Basics
}

// eachPost runs a test with both databases, while the jobs run. The firm Post has the owner Maria.
func eachPost(t *testing.T, test func(p *post), settings ...func(*app.Config)) {
	t.Helper()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		p := newPost(t, dialect, settings...)
		require.NoError(t, p.While(t.Context(), func() error {
			test(p)
			return nil
		}))
	})
}

// newPost returns an app as that of eachPost, whose jobs do not run.
func newPost(t *testing.T, dialect string, settings ...func(*app.Config)) *post {
	t.Helper()
	p := &post{t: t, mails: make(chan double.Mail, 50)}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := double.New(double.Options{Choose: func(double.Call) double.Behaviour { return double.Take }}).
		SMTP(nil, func(mail double.Mail) { p.mails <- mail })
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-served)
	})
	p.App = firmhubtest.New(t, dialect, append(settings, func(c *app.Config) {
		c.SMTPURL = fmt.Sprintf("smtp://%s?tls=off&from=hub@firmhub.example", listener.Addr())
		c.PublicURL = "https://hub.example.com"
		p.basics = c.Basics
	})...)
	p.owner = p.NewFirm("Post <b>", maria)
	return p
}

// next waits for the next mail, and returns it with its text.
func (p *post) next() (mail double.Mail, subject, text string) {
	p.t.Helper()
	select {
	case mail = <-p.mails:
	case <-time.After(firmhubtest.Patience):
		require.Fail(p.t, "no mail has come")
	}
	read, err := netmail.ReadMessage(bytes.NewReader(mail.Data))
	require.NoError(p.t, err)
	_, params, err := mime.ParseMediaType(read.Header.Get("Content-Type"))
	require.NoError(p.t, err)
	parts := multipart.NewReader(read.Body, params["boundary"])
	for {
		part, err := parts.NextPart() // It decodes quoted-printable.
		if errors.Is(err, io.EOF) {
			return mail, read.Header.Get("Subject"), text
		}
		require.NoError(p.t, err)
		content, err := io.ReadAll(part)
		require.NoError(p.t, err)
		text += strings.ReplaceAll(string(content), "\r\n", "\n")
	}
}

var tokenInLink = regexp.MustCompile(`https://hub\.example\.com/console/([a-z]+)\?token=([A-Za-z0-9_-]{43})`)

// token waits for the next mail with a link to a page, passing over notices, and returns its token.
func (p *post) token(page, to string) string {
	p.t.Helper()
	for {
		mail, _, text := p.next()
		found := tokenInLink.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		require.Equal(p.t, page, found[1])
		require.Equal(p.t, to, mail.To)
		return found[2]
	}
}

func (p *post) call(path, token string, body map[string]any) *firmhubtest.Answer {
	p.t.Helper()
	return p.REST(http.MethodPost, "/api/v1/auth/"+path, token, body)
}

// forgot asks for the mail of a person who has forgotten the password, once the jobs before it have
// ended: while such a mail is queued for an address, no other one is.
func (p *post) forgot(email string) {
	p.t.Helper()
	require.Eventually(p.t, func() bool {
		return dbtest.Count(p.t, p.DB, "river_job WHERE finalized_at IS NULL AND kind = 'mail.send'") == 0
	}, firmhubtest.Patience, 10*time.Millisecond)
	p.forgotAtOnce(email)
}

// forgotAtOnce is forgot without the wait.
func (p *post) forgotAtOnce(email string) {
	p.t.Helper()
	answer := p.call("forgot-password", "", map[string]any{"email": email})
	require.Equal(p.t, http.StatusAccepted, answer.Status, "%s", answer.Body)
}

func (p *post) refuse(want fault.Code, answer *firmhubtest.Answer) {
	p.t.Helper()
	require.Equal(p.t, want, answer.Code(), "%s", answer.Body)
}
