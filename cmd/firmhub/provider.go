package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
)

type providerCommand struct {
	Seed        uint64 `default:"1" help:"What is answered to the nth call to an address depends on the seed alone."`
	Addr        string `default:"127.0.0.1:8081" help:"Address of the Cloud API of WhatsApp and of Twilio." placeholder:"HOST:PORT"`
	SMTPAddr    string `name:"smtp-addr" default:"127.0.0.1:8025" help:"Address of the mail server." placeholder:"HOST:PORT"`
	HookURL     string `name:"hook-url" help:"The hookUrl of the channel of WhatsApp. That of Sms is sent with each message." placeholder:"URL"`
	AppSecret   string `env:"FIRMHUB_PROVIDER_APP_SECRET" default:"secret" help:"The appSecret of the channel of WhatsApp, which signs its hooks."`
	AuthToken   string `env:"FIRMHUB_PROVIDER_AUTH_TOKEN" default:"token" help:"The authToken of the channel of Sms, which signs its hooks."`
	AccessToken string `env:"FIRMHUB_PROVIDER_ACCESS_TOKEN" help:"The accessToken that is accepted; any by default."`
}

const (
	// hookLimit is how long a hook may take.
	hookLimit   = 10 * time.Second
	headerLimit = 10 * time.Second
)

// Run serves the doubles of the providers until ctx is done. It prints each hook that is not
// answered by 200.
func (p *providerCommand) Run(ctx context.Context, c *console) error {
	listen := func(address string) (net.Listener, error) { return new(net.ListenConfig).Listen(ctx, "tcp", address) }
	web, err := listen(p.Addr)
	if err != nil {
		return err
	}
	mail, err := listen(p.SMTPAddr)
	if err != nil {
		return errors.Join(err, web.Close())
	}
	fmt.Fprintf(c.stdout, "WhatsApp and Twilio on http://%s, mail on smtp://%s, seed %d\n", web.Addr(), mail.Addr(), p.Seed)
	return p.serve(ctx, c, web, mail)
}

// serve serves until ctx is done or one of the servers fails, whose error it returns.
func (p *providerCommand) serve(ctx context.Context, c *console, web, mail net.Listener) error {
	serving, ctx := errgroup.WithContext(ctx)
	hooks := newHookQueue(func(hook double.Hook) {
		if err := post(ctx, hook); err != nil && ctx.Err() == nil {
			fmt.Fprintln(c.stderr, err)
		}
	})
	providers := double.New(double.Options{
		Seed: p.Seed, AccessToken: p.AccessToken, AuthToken: p.AuthToken, AppSecret: p.AppSecret, HookURL: p.HookURL, Post: hooks.add,
	})
	server := &http.Server{Handler: providers.Handler(), ReadHeaderTimeout: headerLimit}
	serving.Go(func() error {
		if err := server.Serve(web); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	serving.Go(func() error { return providers.SMTP(nil, nil).Serve(ctx, mail) })
	context.AfterFunc(ctx, func() { _ = server.Close() })
	err := serving.Wait()
	hooks.wait()
	return err
}

// post makes a hook.
func post(ctx context.Context, hook double.Hook) error {
	ctx, cancel := context.WithTimeout(ctx, hookLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, hook.URL, bytes.NewReader(hook.Body))
	if err != nil {
		return err
	}
	request.Header = hook.Header
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	if err := response.Body.Close(); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the hook %s was answered by %s", hook.URL, response.Status) //nolint:err113 // only printed
	}
	return nil
}
