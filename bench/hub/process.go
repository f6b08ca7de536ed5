package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// process is a server under test.
type process struct {
	address

	command *exec.Cmd
	orders  io.WriteCloser
	answers *json.Decoder
}

// start starts a server of a kind.
func start(kind string) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{command: exec.Command(program, "-serve", kind)}
	p.command.Stderr = os.Stderr
	if p.orders, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	answers, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.answers = json.NewDecoder(answers)
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	if err := p.answers.Decode(&p.address); err != nil {
		return nil, fmt.Errorf("server %s: %w", kind, err)
	}
	return p, nil
}

// do gives an order, and returns when it is done.
func (p *process) do(o order) (c condition, err error) {
	if err := json.NewEncoder(p.orders).Encode(o); err != nil {
		return c, err
	}
	return c, p.answers.Decode(&c)
}

// stop ends the server.
func (p *process) stop() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// memory returns the resident memory of the server in bytes.
func (p *process) memory() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if size, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kilobytes, err := strconv.ParseInt(strings.Fields(size)[0], 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, fmt.Errorf("no resident memory in %q", status)
}

// cpu returns the CPU time that the server has used, in ticks of 10 ms.
func (p *process) cpu() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The fields after the name, which is in brackets, begin with the third.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	var ticks int64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond, nil
}
