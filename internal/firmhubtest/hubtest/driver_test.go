package hubtest_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience is how long a test waits for what must come.
const patience = 5 * time.Minute

// driver is the Node process that runs the clients of all tests.
type driver struct {
	process *exec.Cmd
	input   io.WriteCloser
	done    chan struct{} // closed when the process has ended

	writing sync.Mutex
	encoder *json.Encoder

	mu      sync.Mutex // guards what follows
	lastID  int
	answers map[int]chan line
	clients map[string]*client
}

// line is what the driver prints: an answer, or an event of a client.
type line struct {
	ID     int
	Result json.RawMessage
	Error  string

	Client, Event string
	Data          json.RawMessage
}

var (
	startDriver = sync.OnceValues(newDriver)
	started     atomic.Bool
)

func newDriver() (*driver, error) {
	started.Store(true)
	d := &driver{
		process: exec.Command("node", "../../../test/clients/driver.js"), //nolint:noctx // it outlives each test
		done:    make(chan struct{}), answers: map[int]chan line{}, clients: map[string]*client{},
	}
	d.process.Stderr = os.Stderr
	output, err := d.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if d.input, err = d.process.StdinPipe(); err != nil {
		return nil, err
	}
	d.encoder = json.NewEncoder(d.input)
	if err := d.process.Start(); err != nil {
		return nil, err
	}
	go d.read(output)
	return d, nil
}

func (d *driver) read(output io.Reader) {
	defer close(d.done)
	scanner := bufio.NewScanner(output)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		var read line
		if err := json.Unmarshal(scanner.Bytes(), &read); err != nil {
			panic("driver.js: " + scanner.Text())
		}
		d.mu.Lock()
		answer, of := d.answers[read.ID], d.clients[read.Client]
		delete(d.answers, read.ID)
		d.mu.Unlock()
		switch {
		case read.Event != "" && of != nil:
			of.add(event{read.Event, read.Data})
		case answer != nil:
			answer <- read
		}
	}
}

// stopDriver ends the process, if one was started.
func stopDriver() {
	if !started.Load() {
		return
	}
	if d, err := startDriver(); err == nil {
		_ = d.input.Close()
		_ = d.process.Wait()
	}
}

// client is a client in the driver: a connection, a subscription or a page.
type client struct {
	driver *driver
	name   string

	mu      sync.Mutex
	events  []event
	changed chan struct{} // has an element when events were added
}

// event is something that happened to a client.
type event struct {
	name string
	data json.RawMessage
}

var clientNumber atomic.Int64

// newClient returns a client that does nothing yet. At the end of the test it calls end.
func newClient(t *testing.T, end string) *client {
	t.Helper()
	d, err := startDriver()
	require.NoError(t, err, "the clients need Node: make test installs it")
	c := &client{driver: d, name: strconv.FormatInt(clientNumber.Add(1), 10), changed: make(chan struct{}, 1)}
	d.mu.Lock()
	d.clients[c.name] = c
	d.mu.Unlock()
	t.Cleanup(func() {
		_, _ = c.do(end, nil)
		d.mu.Lock()
		delete(d.clients, c.name)
		d.mu.Unlock()
	})
	return c
}

// do has the driver do something, and returns its result.
func (c *client) do(action string, options map[string]any) (json.RawMessage, error) {
	request := map[string]any{"do": action, "client": c.name}
	maps.Copy(request, options)
	answer := make(chan line, 1)
	c.driver.mu.Lock()
	c.driver.lastID++
	request["id"] = c.driver.lastID
	c.driver.answers[c.driver.lastID] = answer
	c.driver.mu.Unlock()
	c.driver.writing.Lock()
	err := c.driver.encoder.Encode(request)
	c.driver.writing.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case got := <-answer:
		if got.Error != "" {
			return nil, errors.New(got.Error)
		}
		return got.Result, nil
	case <-c.driver.done:
		return nil, errors.New("driver.js has ended")
	case <-time.After(2 * patience):
		return nil, errors.New(action + " takes too long")
	}
}

// must is do for what has to succeed.
func (c *client) must(t *testing.T, action string, options map[string]any) json.RawMessage {
	t.Helper()
	result, err := c.do(action, options)
	require.NoError(t, err, action)
	return result
}

func (c *client) add(e event) {
	c.mu.Lock()
	c.events = append(c.events, e)
	c.mu.Unlock()
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

// next waits for the next event of one of these names, takes it and leaves the others.
func (c *client) next(t *testing.T, names ...string) event {
	t.Helper()
	late := time.After(patience)
	for {
		if e, ok := c.take(names); ok {
			return e
		}
		select {
		case <-c.changed:
		case <-late:
			require.Fail(t, "nothing came", "%v; what came instead: %s", names, c.rest())
		}
	}
}

// take returns the first event of one of these names that there is.
func (c *client) take(names []string) (event, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, e := range c.events {
		if slices.Contains(names, e.name) {
			c.events = append(c.events[:i:i], c.events[i+1:]...)
			return e, true
		}
	}
	return event{}, false
}

// has reports whether there is an event of one of these names.
func (c *client) has(names []string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.events, func(e event) bool { return slices.Contains(names, e.name) })
}

// rest describes the events that were not taken.
func (c *client) rest() (described []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.events {
		described = append(described, e.name+" "+string(e.data))
	}
	return described
}
