package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// instance is a server, with the proxy through which clients reach it.
type instance struct {
	address string
	proxy   *proxy
	command *exec.Cmd
	ended   chan struct{}
}

// instances are the servers of one installation.
type instances struct {
	all         []*instance
	binary      string
	environment []string
	folder      string
	output      io.Writer
}

// newInstances starts two instances. The first fills the database with the demo.
func newInstances(ctx context.Context, s settings, database, nats string) (*instances, error) {
	folder, err := os.MkdirTemp("", "firmhub-chaos")
	if err != nil {
		return nil, err
	}
	is := &instances{binary: s.binary, folder: folder, output: io.Discard, environment: append(os.Environ(),
		"FIRMHUB_DATABASE_URL="+database, "FIRMHUB_NATS_URL="+nats, "FIRMHUB_RATE_LIMIT=off", "FIRMHUB_ACCESS_TOKEN_TTL=24h",
		"FIRMHUB_DATA_DIR="+filepath.Join(folder, "data"), "FIRMHUB_ADMIN_PASSWORD=Ch4os-of-clients!")}
	if s.verbose {
		is.output = os.Stderr
	}
	for i := range 2 {
		address, err := freeAddress(ctx)
		if err != nil {
			return nil, err
		}
		p, err := newProxy(ctx, address)
		if err != nil {
			return nil, err
		}
		is.all = append(is.all, &instance{address: address, proxy: p})
		arguments := []string{"serve"}
		if i == 0 {
			arguments = append(arguments, "--demo")
		}
		if err := is.start(ctx, is.all[i], arguments...); err != nil {
			is.stop()
			return nil, err
		}
	}
	return is, nil
}

// freeAddress returns an address that an instance keeps when it starts again.
func freeAddress(ctx context.Context) (string, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// start starts an instance, and returns when it is ready.
func (is *instances) start(ctx context.Context, i *instance, arguments ...string) error {
	i.command = exec.CommandContext(context.WithoutCancel(ctx), is.binary, arguments...)
	i.command.Env = append(slices.Clip(is.environment), "FIRMHUB_ADDR="+i.address)
	i.command.Stdout, i.command.Stderr = is.output, is.output
	if err := i.command.Start(); err != nil {
		return err
	}
	i.ended = make(chan struct{})
	go func(command *exec.Cmd, ended chan struct{}) {
		_ = command.Wait()
		close(ended)
	}(i.command, i.ended)
	ready, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	for !i.isReady(ready) {
		pause(ready, 50*time.Millisecond)
		select {
		case <-i.ended:
			return fmt.Errorf("an instance has ended: %s; -v prints what it logs", i.command.ProcessState)
		case <-ready.Done():
			return fmt.Errorf("an instance did not become ready: %w", ready.Err())
		default:
		}
	}
	return nil
}

// isReady reports whether an instance answers.
func (i *instance) isReady(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+i.address+"/healthz", http.NoBody)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// restart ends an instance by a signal, leaves it away for a moment, and starts it again.
func (is *instances) restart(ctx context.Context, i *instance, signal syscall.Signal) error {
	_ = i.command.Process.Signal(signal)
	select {
	case <-i.ended:
	case <-time.After(time.Minute):
		return fmt.Errorf("an instance did not end within a minute after %s", signal)
	}
	pause(ctx, rand.N(3*time.Second))
	return is.start(ctx, i, "serve")
}

func (is *instances) stop() {
	for _, i := range is.all {
		if i.command != nil && i.command.Process != nil {
			_ = i.command.Process.Kill()
			if i.ended != nil {
				<-i.ended
			}
		}
	}
	_ = os.RemoveAll(is.folder)
}

// any returns the address of one of the proxies.
func (is *instances) any() string { return is.all[rand.N(len(is.all))].proxy.address() }

// pause returns after a while, or when ctx has ended.
func pause(ctx context.Context, length time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(length):
	}
}

// errorOf returns the beginning of an answer as an error.
func errorOf(answer *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(answer.Body, 300))
	return fmt.Errorf("%s: %s", answer.Status, strings.TrimSpace(string(text)))
}
