package double

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// idleTime is how long the mail server waits for a command.
const idleTime = time.Minute

// errLose ends a connection without an answer.
var errLose = errors.New("double: the connection is lost")

// Mail is a mail that was taken.
type Mail struct {
	From, To string
	Data     []byte
}

// SMTP is a mail server.
type SMTP struct {
	double *Double
	config *tls.Config
	keep   func(Mail)
}

// SMTP returns a mail server. With a config it offers STARTTLS. keep is called with each mail that
// was taken, or is nil.
func (d *Double) SMTP(config *tls.Config, keep func(Mail)) *SMTP {
	if keep == nil {
		keep = func(Mail) {}
	}
	return &SMTP{double: d, config: config, keep: keep}
}

// Serve serves the connections of a listener until the context ends. A listener of package tls
// makes a server with TLS from the first byte.
func (s *SMTP) Serve(ctx context.Context, listener net.Listener) error {
	var open sync.WaitGroup
	defer open.Wait()
	ctx, end := context.WithCancel(ctx)
	defer end()
	stop := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer stop()
	for {
		conn, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("double: accept: %w", err)
		}
		open.Go(func() {
			stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
			defer stop()
			s.talk(conn)
		})
	}
}

// talk has one conversation.
func (s *SMTP) talk(conn net.Conn) {
	t := &conversation{server: s, conn: conn, text: textproto.NewConn(conn)}
	defer func() { _ = t.conn.Close() }()
	t.reply("220 double.example ESMTP")
	for t.err == nil {
		_ = t.conn.SetDeadline(time.Now().Add(idleTime))
		line, err := t.text.ReadLine()
		if err != nil {
			return
		}
		verb, argument, _ := strings.Cut(line, " ")
		t.command(strings.ToUpper(verb), argument)
	}
}

// conversation is the state of a connection.
type conversation struct {
	server   *SMTP
	conn     net.Conn
	text     *textproto.Conn
	secured  bool
	from, to string
	entry    Entry
	err      error
}

func (t *conversation) reply(format string, args ...any) {
	if err := t.text.PrintfLine(format, args...); err != nil {
		t.err = err
	}
}

func (t *conversation) command(verb, argument string) {
	switch verb {
	case "EHLO", "HELO":
		if strings.ContainsFunc(argument, func(r rune) bool { return r > unicode.MaxASCII }) {
			t.reply("501 5.5.2 The domain must be in ASCII")
			return
		}
		t.hello()
	case "STARTTLS":
		t.startTLS()
	case "AUTH":
		t.auth(argument)
	case "MAIL":
		t.from = address(argument)
		t.reply("%s", okOr(t.from != "", "250 2.1.0 Ok"))
	case "RCPT":
		if to := address(argument); to == "" {
			t.reply("%s", okOr(false, ""))
		} else {
			t.recipient(to)
		}
	case "DATA":
		t.data()
	case "RSET":
		t.from, t.to = "", ""
		t.reply("250 2.0.0 Ok")
	case "NOOP":
		t.reply("250 2.0.0 Ok")
	case "QUIT":
		t.reply("221 2.0.0 Bye")
		t.err = io.EOF
	default:
		t.reply("502 5.5.2 Command not recognized")
	}
}

func (t *conversation) hello() {
	t.reply("250-double.example")
	if t.server.config != nil && !t.secured {
		t.reply("250-STARTTLS")
	}
	t.reply("250-8BITMIME")
	t.reply("250 AUTH PLAIN LOGIN")
}

func (t *conversation) startTLS() {
	if t.server.config == nil || t.secured {
		t.reply("502 5.5.1 Not available")
		return
	}
	t.reply("220 2.0.0 Ready to start TLS")
	secured := tls.Server(t.conn, t.server.config)
	t.conn, t.text, t.secured = secured, textproto.NewConn(secured), true
}

// auth checks the credentials of AUTH PLAIN with its text, and of AUTH LOGIN.
func (t *conversation) auth(argument string) {
	mechanism, text, _ := strings.Cut(argument, " ")
	var user, password string
	switch strings.ToUpper(mechanism) {
	case "PLAIN":
		if parts := strings.Split(decode(text), "\x00"); len(parts) == 3 {
			user, password = parts[1], parts[2]
		}
	case "LOGIN":
		user = t.ask("Username:")
		password = t.ask("Password:")
	}
	options := t.server.double.options
	if options.Username != "" && (user != options.Username || password != options.Password) {
		t.reply("535 5.7.8 Authentication credentials invalid")
		return
	}
	t.reply("235 2.7.0 Authentication successful")
}

func (t *conversation) ask(question string) string {
	t.reply("334 %s", base64.StdEncoding.EncodeToString([]byte(question)))
	line, err := t.text.ReadLine()
	if err != nil {
		t.err = err
	}
	return decode(line)
}

func decode(text string) string {
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return ""
	}
	return string(decoded)
}

// address returns the address of FROM:<…> or TO:<…>, or "" if the brackets are missing.
func address(argument string) string {
	_, rest, _ := strings.Cut(argument, ":<")
	address, _, closed := strings.Cut(rest, ">")
	if !closed {
		return ""
	}
	return address
}

// okOr returns the reply, or that of a command with a wrong argument.
func okOr(ok bool, reply string) string {
	if ok {
		return reply
	}
	return "501 5.5.4 Syntax error in parameters"
}

// recipient decides about the mail.
func (t *conversation) recipient(to string) {
	t.to = to
	t.entry = t.server.double.answer(provider.Email, to, "", "")
	reply, refused := smtpErrors[t.entry.Behaviour]
	if !refused {
		reply = "250 2.1.5 Ok"
	}
	t.reply("%s", reply)
}

// smtpErrors are the replies to RCPT.
var smtpErrors = map[Behaviour]string{
	Refuse: "550 5.1.1 No such user here", Throttle: "451 4.7.1 Try again later", Block: "530 5.7.0 Authentication required",
}

func (t *conversation) data() {
	t.reply("354 End data with <CR><LF>.<CR><LF>")
	data, err := io.ReadAll(bufio.NewReader(io.LimitReader(t.text.DotReader(), maxBody)))
	if err != nil {
		t.err = err
		return
	}
	if t.entry.Behaviour == Fail {
		t.reply("451 4.3.0 Mail server error")
		return
	}
	t.server.keep(Mail{From: t.from, To: t.to, Data: data})
	if t.entry.Behaviour == Lose || t.entry.Behaviour == Gateway {
		t.err = errLose
		return
	}
	t.reply("250 2.0.0 Ok: queued")
}
