package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type webhookCommand struct {
	Listen webhookListenCommand `cmd:"" help:"Receive deliveries of webhooks, and print them, for developers."`
}

type webhookListenCommand struct {
	Addr   string `default:"127.0.0.1:8082" help:"Address of the receiver, which takes deliveries at any path." placeholder:"HOST:PORT"`
	Answer int    `default:"204" help:"Status of the answers: 500 has deliveries tried again, 410 disables the webhook."`
}

// webhookSecretVariable has no flag: flags can be read in the process list.
const webhookSecretVariable = "FIRMHUB_WEBHOOK_SECRET" //nolint:gosec // a name

// maxDelivery is how many bytes of a delivery are read.
const maxDelivery = 4 << 20

// Help is the long form of the command's help.
func (*webhookListenCommand) Help() string {
	return `The events go to standard output as JSON, one after the other. What else is to be said of a delivery goes to standard error. If
FIRMHUB_WEBHOOK_SECRET is the secret of the webhook, signatures are checked, and a delivery with a wrong one is answered by 401.
A server on this machine delivers to the address if its FIRMHUB_ALLOWED_PRIVATE_TARGETS has 127.0.0.1.`
}

// Validate refuses what is no status of an answer.
func (l *webhookListenCommand) Validate() error {
	if l.Answer < 200 || l.Answer > 599 {
		return errors.New("--answer must be a status from 200 to 599") //nolint:err113 // only printed
	}
	return nil
}

// Run receives deliveries until ctx is done.
func (l *webhookListenCommand) Run(ctx context.Context, c *console) error {
	var verifier *standardwebhooks.Webhook
	if text := c.getenv(webhookSecretVariable); text != "" {
		var err error
		if verifier, err = standardwebhooks.NewWebhook(text); err != nil {
			return fmt.Errorf("%s must be the secret of a webhook, whsec_…", webhookSecretVariable)
		}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", l.Addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "Webhooks are received at http://%s\n", listener.Addr())
	var printing sync.Mutex
	server := &http.Server{ReadHeaderTimeout: headerLimit, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxDelivery))
		if err != nil {
			http.Error(w, "The delivery can't be read.", http.StatusBadRequest)
			return
		}
		said, status := "its signature is not checked", l.Answer
		if verifier != nil {
			said = "its signature is right"
			if err := verifier.Verify(body, r.Header); err != nil {
				said, status = err.Error(), http.StatusUnauthorized
			}
		}
		printing.Lock()
		defer printing.Unlock()
		fmt.Fprintf(c.stderr, "%s %s %s, %q: %s; answered by %d\n",
			time.Now().Format(time.TimeOnly), r.Method, r.URL.EscapedPath(), r.Header.Get(standardwebhooks.HeaderWebhookID), said, status)
		if status != http.StatusUnauthorized && len(bytes.TrimSpace(body)) > 0 {
			if err := c.printJSON(body); err != nil {
				http.Error(w, "The delivery can't be printed.", http.StatusInternalServerError)
				return
			}
		}
		w.WriteHeader(status)
	})}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
