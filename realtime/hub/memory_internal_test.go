package hub

import (
	"fmt"
	"net"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// benchmarked are the connections of the benchmarks.
const benchmarked = 1_000

// connectMany opens WebSockets. Only the system reads from them.
func connectMany(b *testing.B, many int) (*bench, []*Client) {
	b.Helper()
	var limit syscall.Rlimit
	require.NoError(b, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	many = min(many, int(limit.Cur)/2-100) //nolint:gosec // The limit is a small number.
	h := newBench(b, func(_ *Options, limits *times) { limits.begin = 3600 })
	clients := make([]*Client, many)
	for i := range many {
		h.login(fmt.Sprint("user", i))
		conn, err := (&net.Dialer{}).DialContext(b.Context(), "tcp", strings.TrimPrefix(h.url, "http://"))
		require.NoError(b, err)
		b.Cleanup(func() { _ = conn.Close() })
		text := handshakeText
		_, err = fmt.Fprintf(conn, "GET /?access_token=user%d HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", i)
		require.NoError(b, err)
		buffer := make([]byte, 1024)
		_, err = conn.Read(buffer)
		require.NoError(b, err)
		_, err = conn.Write(append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...))
		require.NoError(b, err)
		clients[i] = h.client()
	}
	return h, clients
}

const handshakeText = `{"protocol":"json","version":1}` + end

// BenchmarkIdle measures the memory of an idle WebSocket, with its entry in the registry and
// without anything that it has joined. The other ends are connections of the same process, without
// goroutines and buffers.
func BenchmarkIdle(b *testing.B) {
	for b.Loop() {
		before, goroutines := used(), runtime.NumGoroutine()
		_, clients := connectMany(b, benchmarked)
		b.ReportMetric(float64(used()-before)/float64(len(clients)), "B/conn")
		b.ReportMetric(float64(runtime.NumGoroutine()-goroutines)/float64(len(clients)), "goroutines/conn")
		b.ReportMetric(float64(len(clients)), "conns")
	}
}

// used returns the memory in use: heap and stacks.
func used() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// BenchmarkBroadcast measures the processor time of a message to each of many clients. The system
// buffers the messages, because nobody reads. Use a -benchtime of at most 100x.
func BenchmarkBroadcast(b *testing.B) {
	h, clients := connectMany(b, benchmarked)
	argument := strings.Repeat("x", 300)
	began, sent := processorTime(b), 0
	for b.Loop() {
		m := NewMessage("ReceiveNotification", argument)
		for _, c := range clients {
			c.Send(m)
		}
		sent += len(clients)
	}
	b.ReportMetric(float64(processorTime(b)-began)/float64(sent), "cpu-ns/msg")
	b.ReportMetric(float64(h.Stats().Slow), "slow")
}

// processorTime returns what this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
