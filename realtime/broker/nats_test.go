package broker_test

import (
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/broker"
	"github.com/firmhub/firmhub/realtime/broker/brokertest"
)

// throughProxy returns a broker whose connection to the server can be frozen and cut.
func throughProxy(t testing.TB, url string, installation uuid.UUID) (*broker.NATS, *brokertest.Proxy) {
	t.Helper()
	p := brokertest.NewProxy(t, url)
	return brokertest.Join(t, p.URL(), installation), p
}

// When a connection is lost and is back, both sides are told: those who missed messages, and those
// whose messages were missed.
func TestNATS_Return(t *testing.T) {
	t.Parallel()
	url, id := brokertest.Server(t), uuid.New()
	stays := brokertest.Join(t, url, id)
	returns, p := throughProxy(t, url, id)
	near, far := subscribe(t, returns, "s"), subscribe(t, stays, "s")

	p.Freeze()
	p.Cut()
	require.Eventually(t, func() bool { return !returns.Status().Connected }, patience, time.Millisecond)
	returns.Publish("s", []byte("while away"))
	near.await(t, "while away")
	stays.Publish("s", []byte("meanwhile"))
	far.await(t, "meanwhile")
	p.Thaw()
	near.awaitLost(t, 2)
	far.awaitLost(t, 2)
	require.True(t, returns.Status().Connected)
	stays.Publish("s", []byte("again"))
	near.await(t, "while away", "again")
	returns.Publish("s", []byte("and back"))
	far.await(t, "meanwhile", "again", "and back")
}

// A server that accepts bytes and answers nothing delays neither publishers nor subscribers of the
// process.
func TestNATS_Frozen(t *testing.T) {
	t.Parallel()
	url, id := brokertest.Server(t), uuid.New()
	stays := brokertest.Join(t, url, id)
	frozen, p := throughProxy(t, url, id)
	near, far := subscribe(t, frozen, "s"), subscribe(t, stays, "s")
	p.Freeze()
	body := strings.Repeat("x", 100<<10)
	for range 500 { // 50 MB, more than sockets and queue hold
		frozen.Publish("s", []byte(body))
	}
	require.NotZero(t, frozen.Status().Dropped)
	further := subscribeToo(t, frozen, "further")
	frozen.Publish("further", []byte("m"))
	further.await(t, "m")
	further.stop()
	require.Eventually(t, func() bool { // Its queue of 4 MiB may have been full too.
		return len(near.got()) == 500 || near.losses() > 1
	}, patience, time.Millisecond)
	p.Thaw()
	far.awaitLost(t, 2)
	for lost := 0; lost < far.losses(); { // The connection may be given up only now: then it is told again.
		lost = far.losses()
		frozen.Publish("s", []byte("end"))
		require.Eventually(t, func() bool {
			got := far.got()
			return far.losses() > lost || len(got) > 0 && got[len(got)-1] == "end"
		}, patience, time.Millisecond)
	}
}

// A broker begins without a server, and connects once there is one.
func TestNATS_ServerComesLater(t *testing.T) {
	t.Parallel()
	url, id := brokertest.Server(t), uuid.New()
	p := brokertest.NewProxy(t, url)
	p.Freeze()
	early := broker.NewNATS(p.URL())
	early.Join(id)
	early.Join(id)
	t.Cleanup(func() { require.NoError(t, early.Close()) })
	near := subscribeToo(t, early, "s")
	early.Publish("s", []byte("m"))
	near.await(t, "m")
	require.False(t, early.Status().Connected)
	p.Thaw()
	near.awaitLost(t, 1)
	require.True(t, early.Status().Connected)
}

// Close sends what was published, even when the connection is not there yet.
func TestNATS_CloseSends(t *testing.T) {
	t.Parallel()
	url, id := brokertest.Server(t), uuid.New()
	far := subscribe(t, brokertest.Join(t, url, id), "s")
	short := broker.NewNATS(url)
	short.Join(id)
	short.Publish("s", []byte("last words"))
	require.NoError(t, short.Close())
	far.await(t, "last words")
}

// Without Join, and with a server that is never there, Close returns all the same.
func TestNATS_CloseWithoutServer(t *testing.T) {
	t.Parallel()
	require.NoError(t, broker.NewNATS("nats://127.0.0.1:1").Close())
	var listen net.ListenConfig
	silent, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = silent.Close() })
	away := broker.NewNATS("nats://" + silent.Addr().String())
	away.Join(uuid.New())
	away.Publish("s", []byte("m"))
	require.NoError(t, away.Close())
}

// Nothing reaches another installation on the same NATS, and nothing malformed a subscriber.
func TestNATS_Strangers(t *testing.T) {
	t.Parallel()
	url, id := brokertest.Server(t), uuid.New()
	b, other := brokertest.Join(t, url, id), brokertest.Join(t, url, uuid.New())
	i := subscribe(t, b, "s")
	subscribe(t, other, "s")
	other.Publish("s", []byte("of another installation"))
	conn, err := nats.Connect(url)
	require.NoError(t, err)
	defer conn.Close()
	prefix := "firmhub." + id.String() + "."
	bad := [][]byte{nil, {1}, []byte("garbage that is long enough"), append([]byte{1}, make([]byte, 16+broker.MaxMessage+1)...)}
	for _, message := range bad {
		require.NoError(t, conn.Publish(prefix+"to.s", message))
		require.NoError(t, conn.Publish(prefix+"lost", message))
	}
	require.NoError(t, conn.Publish(prefix+"to.s", append([]byte{1}, make([]byte, 16)...)))
	require.NoError(t, conn.Flush())
	i.await(t, "")
	malformed := strconv.Itoa(2 * len(bad))
	require.Eventually(t, func() bool { return strconv.FormatUint(b.Status().Malformed, 10) == malformed }, patience, time.Millisecond)
	require.Equal(t, 1, i.losses())
	require.EqualValues(t, 1, b.Status().Received)
	require.Zero(t, other.Status().Received)
}

// A message that is too long for NATS reaches the process itself, and the others are told.
func TestNATS_TooLong(t *testing.T) {
	t.Parallel()
	url, id := brokertest.Server(t), uuid.New()
	from := brokertest.Join(t, url, id)
	near, far := subscribe(t, from, "s"), subscribe(t, brokertest.Join(t, url, id), "s")
	long := strings.Repeat("x", broker.MaxMessage+1)
	from.Publish("s", []byte(long))
	near.await(t, long)
	far.awaitLost(t, 2)
	require.Empty(t, far.got())
	from.Publish("s", []byte(long[1:]))
	far.await(t, long[1:])
}

// The server has a subscription for each subject with subscribers, and none for others.
func TestNATS_Subscriptions(t *testing.T) {
	t.Parallel()
	url, id := brokertest.Server(t), uuid.New()
	b, from := brokertest.Join(t, url, id), brokertest.Join(t, url, id)
	one := subscribe(t, b, "s")
	two := subscribeToo(t, b, "s")
	from.Publish("s", []byte("m"))
	one.await(t, "m")
	two.await(t, "m")
	one.stop()
	from.Publish("s", []byte("n"))
	two.await(t, "m", "n")
	require.EqualValues(t, 2, b.Status().Received)
	two.stop()
	for round := 0; ; round++ { // The server learns it soon.
		require.Less(t, round, 1000)
		last := subscribe(t, b, fmt.Sprint("last-", round))
		before := b.Status().Received
		from.Publish("s", []byte("for nobody"))
		from.Publish(fmt.Sprint("last-", round), []byte("m"))
		last.await(t, "m")
		last.stop()
		if b.Status().Received == before+1 {
			return
		}
	}
}

func TestValidURL(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"nats://localhost:4222", "nats://nats", "tls://u:p@a:1,tls://b:2", "nats://token@[::1]:4222"} {
		require.True(t, broker.ValidURL(good), good)
	}
	for _, bad := range []string{"", "localhost:4222", "http://a", "nats://", "nats://a/b", "nats://a?x=1", "nats://a,", "nats://a:b"} {
		require.False(t, broker.ValidURL(bad), bad)
	}
}

// Ten thousand subjects cost no goroutine while nothing is published.
func BenchmarkMemory_Publish(b *testing.B) {
	m := broker.NewMemory()
	done := make(chan struct{}, 1)
	for range 10_000 {
		_, err := m.Subscribe("firms."+uuid.NewString(), broker.Subscription{Deliver: func([]byte) {}})
		require.NoError(b, err)
	}
	_, err := m.Subscribe("s", broker.Subscription{Deliver: func([]byte) { done <- struct{}{} }})
	require.NoError(b, err)
	for b.Loop() {
		m.Publish("s", nil)
		<-done
	}
}
