package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"time"
)

// server is a server under test, in its own process.
type server interface {
	http.Handler

	// broadcast sends a payload to every connection, push to one of them.
	broadcast(payload []byte)
	push(payload []byte)
	connected() int
}

// address is the first thing that a server says: where clients connect.
type address struct{ URL string }

// order is what a server is told to do: to send, or else to say how it is.
type order struct {
	Send     int
	Rate     int
	Targeted bool
}

// condition is the answer to an order, once it is done.
type condition struct {
	Heap, Stacks          int64
	Goroutines, Connected int
}

// beServer obeys orders, a line each, until there are no more.
func beServer(kind string, orders *bufio.Reader, answers io.Writer) error {
	s, path, err := newServer(kind)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	//nolint:gosec // no attackers here
	go func() { panic(http.Serve(listener, s)) }()
	say := json.NewEncoder(answers)
	if err := say.Encode(address{URL: "ws://" + listener.Addr().String() + path}); err != nil {
		return err
	}
	for lines := json.NewDecoder(orders); ; {
		var o order
		if err := lines.Decode(&o); err != nil {
			return nil //nolint:nilerr // the other process has ended
		}
		send(s, o)
		if err := say.Encode(inspect(s)); err != nil {
			return err
		}
	}
}

func newServer(kind string) (s server, path string, err error) {
	switch kind {
	case "hub":
		s, err = newHub()
		return s, "/notificationhub", err
	case "centrifuge":
		s, err = newCentrifuge()
		return s, "/connection/websocket", err
	}
	return nil, "", fmt.Errorf("there is no server %q", kind)
}

// send sends messages at an even pace.
func send(s server, o order) {
	start := time.Now()
	for i := range o.Send {
		if ahead := time.Until(start.Add(time.Duration(i) * time.Second / time.Duration(o.Rate))); ahead > 0 {
			time.Sleep(ahead)
		}
		if o.Targeted {
			s.push(payload(time.Now()))
		} else {
			s.broadcast(payload(time.Now()))
		}
	}
}

// inspect returns the memory in use, without garbage.
func inspect(s server) condition {
	runtime.GC()
	debug.FreeOSMemory()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return condition{
		Heap: int64(memory.HeapAlloc), Stacks: int64(memory.StackInuse), Goroutines: runtime.NumGoroutine(), Connected: s.connected(),
	}
}

// one returns a random element.
func one[T any](of []T) T { return of[rand.N(len(of))] }

// mark precedes the time, in nanoseconds, at which a message was sent.
const mark = `"sent":`

// payload is a notification, as the REST API writes it.
func payload(sent time.Time) []byte {
	return fmt.Appendf(nil, `{"id":"0192f0c1-2345-7abc-8def-0123456789ab","firmId":"0192f0c1-2345-7abc-8def-0123456789ac","userId":null,`+
		`"module":"Contacts","moduleId":"0192f0c1-2345-7abc-8def-0123456789ad","title":"The import has finished",`+
		`"message":"1,203 contacts were created and 87 were changed; 12 rows were rejected, and can be downloaded for correction.",`+
		`"metadata":{"file":"contacts.csv",%s%d},"status":"Unread","createdAt":"2026-11-22T03:04:05.000006Z"}`, mark, sent.UnixNano())
}
