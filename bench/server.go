package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Server is firmhub in a process of its own.
type Server struct {
	URL string
	// ID is the id of the process.
	ID int

	folder  string
	command *exec.Cmd
	ended   chan error
}

// StartServer starts a program that was built of firmhub on a migrated database, and returns when
// it serves.
func StartServer(ctx context.Context, program, database string, settings ...string) (*Server, error) {
	folder, err := os.MkdirTemp("", "firmhub_bench")
	if err != nil {
		return nil, err
	}
	address, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	s := &Server{URL: "http://" + address, folder: folder, ended: make(chan error, 1)}
	s.command = exec.Command(program, "serve") //nolint:noctx // Stop ends it
	s.command.Stderr = os.Stderr
	s.command.Env = append(os.Environ(), "FIRMHUB_DATABASE_URL="+database, "FIRMHUB_ADDR="+address, "FIRMHUB_DATA_DIR="+folder,
		"FIRMHUB_LOG=warn", "FIRMHUB_ADMIN_PASSWORD=B3nch-secret!")
	s.command.Env = append(s.command.Env, settings...)
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	s.ID = s.command.Process.Pid
	go func() { s.ended <- s.command.Wait() }()
	if err := s.wait(ctx); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func freeAddress(ctx context.Context) (string, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// wait returns when the server is ready.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for again := time.Tick(50 * time.Millisecond); ; {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/readyz", nil)
		if err != nil {
			return err
		}
		if answer, err := http.DefaultClient.Do(request); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-again:
		case err := <-s.ended:
			s.ended <- err
			return fmt.Errorf("the server has ended: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Stop ends the server as an operator does.
func (s *Server) Stop() error {
	_ = s.command.Process.Signal(syscall.SIGTERM) // It may have ended.
	return errors.Join(<-s.ended, os.RemoveAll(s.folder))
}

// Memory returns how many bytes of the server are resident, and the most that were since it
// started. Linux only.
func (s *Server) Memory() (resident, peak int64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.ID))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(status)) {
		name, size, _ := strings.Cut(line, ":")
		into := map[string]*int64{"VmRSS": &resident, "VmHWM": &peak}[name]
		if into == nil {
			continue
		}
		kilobytes, err := strconv.ParseInt(strings.Fields(size)[0], 10, 64)
		if err != nil {
			return 0, 0, fmt.Errorf("%q: %w", line, err)
		}
		*into = kilobytes << 10
	}
	return resident, peak, nil
}
