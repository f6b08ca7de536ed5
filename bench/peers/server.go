package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// server is a server under test, a process of its own.
type server struct {
	base    string // its URL
	command *exec.Cmd
	ended   chan struct{}
	client  *http.Client
}

// start starts a program, which listens on the address passed to it, and returns when the program
// answers a path.
func (p *place) start(ctx context.Context, path string, command func(address, port string) *exec.Cmd) (*server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(address)
	s := &server{
		base: "http://" + address, command: command(address, port), ended: make(chan struct{}),
		// Answers are not compressed: that would be the cost of a library.
		client: &http.Client{Transport: &http.Transport{DisableCompression: true}, Timeout: time.Minute},
	}
	if p.verbose {
		s.command.Stdout, s.command.Stderr = os.Stderr, os.Stderr
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = s.command.Wait()
		close(s.ended)
	}()
	p.closers = append(p.closers, s.stop)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		select {
		case <-s.ended:
			return nil, fmt.Errorf("the server has ended: %s; -v prints what it logs", s.command.ProcessState)
		case <-ctx.Done():
			return nil, ctx.Err()
		default:
		}
		if status, _, err := s.send(ctx, "", call{method: http.MethodGet, path: path}); err == nil && status < http.StatusInternalServerError {
			return s, nil
		}
	}
	return nil, errors.New("the server did not become ready; -v prints what it logs")
}

func (s *server) stop() error {
	_ = s.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(10 * time.Second):
		_ = s.command.Process.Kill()
		<-s.ended
	}
	return nil
}

// call is a request without a token.
type call struct {
	method, path string
	body         any
}

// send sends a request, and returns the whole answer.
func (s *server) send(ctx context.Context, token string, c call) (status int, answer []byte, err error) {
	var body io.Reader
	if c.body != nil {
		text, err := json.Marshal(c.body)
		if err != nil {
			return 0, nil, err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, c.method, s.base+c.path, body)
	if err != nil {
		return 0, nil, err
	}
	if c.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, errors.Join(err, response.Body.Close())
}

// ask sends a request that must succeed, and decodes the answer.
func (s *server) ask(ctx context.Context, token string, c call, out any) error {
	status, answer, err := s.send(ctx, token, c)
	if err != nil {
		return err
	}
	if status >= http.StatusBadRequest {
		return fmt.Errorf("%s %s: %d %s", c.method, c.path, status, answer)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer, out)
}
