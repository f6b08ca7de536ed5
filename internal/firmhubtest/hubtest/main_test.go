package hubtest_test

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/firmhub/firmhub/internal/app"
)

// serveURL is set in a process that serves a database until it is stopped or killed.
const serveURL = "FIRMHUB_TEST_SERVE_URL"

func TestMain(m *testing.M) {
	if url := os.Getenv(serveURL); url != "" {
		if err := serve(url); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	stopDriver()
	os.Exit(code)
}

// serve is what firmhub serve does. It prints the URL of the server when it is ready.
func serve(url string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	dir, err := os.MkdirTemp("", "hubtest")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	config := app.Config{
		Basics: app.Basics{DatabaseURL: url, DataDir: dir, Log: "error"}, Addr: "127.0.0.1:0", RateLimit: "off",
	}
	listeners, err := config.Listen(ctx)
	if err != nil {
		return err
	}
	defer listeners.Close()
	server, err := app.New(ctx, config)
	if err != nil {
		return err
	}
	err = server.Run(ctx, listeners, func(url string) { fmt.Fprintln(os.Stdout, url) })
	if closed := server.Close(); err == nil {
		err = closed
	}
	return err
}
