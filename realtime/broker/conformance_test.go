package broker_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/broker"
	"github.com/firmhub/firmhub/realtime/broker/brokertest"
)

// patience is how long a test waits for what must happen.
const patience = 5 * time.Minute

// cluster are the brokers of a test for every kind of broker. What one publishes reaches the
// subscribers of all.
type cluster struct {
	// from and to are the same for a broker of a single process.
	from, to broker.Broker
}

// eachBroker runs the test with the broker of a process, and with two that are connected by NATS.
func eachBroker(t *testing.T, test func(t *testing.T, c *cluster)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		b := broker.NewMemory()
		t.Cleanup(func() { require.NoError(t, b.Close()) })
		test(t, &cluster{from: b, to: b})
	})
	t.Run("nats, in the same process", func(t *testing.T) {
		t.Parallel()
		b := brokertest.Join(t, brokertest.Server(t), uuid.New())
		test(t, &cluster{from: b, to: b})
	})
	t.Run("nats, to another instance", func(t *testing.T) {
		t.Parallel()
		url, id := brokertest.Server(t), uuid.New()
		test(t, &cluster{from: brokertest.Join(t, url, id), to: brokertest.Join(t, url, id)})
	})
}

// inbox is a subscriber that keeps what it gets.
type inbox struct {
	stop func()

	mu       sync.Mutex
	messages []string
	lost     int
}

// subscribe is the first in its process to subscribe to a subject, and returns when nothing that is
// published from now on can be missed.
func subscribe(t testing.TB, b broker.Broker, subject string) *inbox {
	t.Helper()
	i := subscribeToo(t, b, subject)
	if b.Status().Kind == "nats" {
		i.awaitLost(t, 1)
	}
	return i
}

// subscribeToo subscribes, and waits for nothing.
func subscribeToo(t testing.TB, b broker.Broker, subject string) *inbox {
	t.Helper()
	i := &inbox{}
	var err error
	i.stop, err = b.Subscribe(subject, broker.Subscription{
		Deliver: func(message []byte) {
			i.mu.Lock()
			defer i.mu.Unlock()
			i.messages = append(i.messages, string(message))
		},
		Lost: func() {
			i.mu.Lock()
			defer i.mu.Unlock()
			i.lost++
		},
	})
	require.NoError(t, err)
	t.Cleanup(i.stop)
	return i
}

func (i *inbox) got() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return append([]string{}, i.messages...)
}

func (i *inbox) losses() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.lost
}

// await waits for the messages, and no others before them.
func (i *inbox) await(t testing.TB, want ...string) {
	t.Helper()
	require.Eventually(t, func() bool { return len(i.got()) >= len(want) }, patience, time.Millisecond)
	require.Equal(t, want, i.got())
}

func (i *inbox) awaitLost(t testing.TB, times int) {
	t.Helper()
	require.Eventually(t, func() bool { return i.losses() >= times }, patience, time.Millisecond)
}

func numbers(prefix string, count int) []string {
	all := make([]string, count)
	for i := range all {
		all[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return all
}

// Each subscriber gets each message once, in the order of its publisher, and nothing of other
// subjects.
func TestBroker_Delivers(t *testing.T) {
	t.Parallel()
	eachBroker(t, func(t *testing.T, c *cluster) {
		t.Helper()
		one, two := subscribe(t, c.to, "firms.1"), subscribeToo(t, c.to, "firms.1")
		other, below := subscribe(t, c.to, "firms.2"), subscribe(t, c.to, "firms.1.x")
		want := numbers("m", 500)
		for _, message := range want {
			c.from.Publish("firms.1", []byte(message))
		}
		c.from.Publish("firms.2", []byte("other"))
		c.from.Publish("firms.1.x", []byte("below"))
		one.await(t, want...)
		two.await(t, want...)
		other.await(t, "other")
		below.await(t, "below")
		require.EqualValues(t, 502, c.from.Status().Published)
		require.Zero(t, c.to.Status().Dropped)
		require.Equal(t, 3, c.to.Status().Subjects)
	})
}

func TestBroker_OrderOfEachPublisher(t *testing.T) {
	t.Parallel()
	eachBroker(t, func(t *testing.T, c *cluster) {
		t.Helper()
		const publishers, each = 4, 150
		i := subscribe(t, c.to, "all")
		var all sync.WaitGroup
		for p := range publishers {
			all.Go(func() {
				for _, message := range numbers(fmt.Sprintf("%d:", p), each) {
					c.from.Publish("all", []byte(message))
				}
			})
		}
		all.Wait()
		require.Eventually(t, func() bool { return len(i.got()) == publishers*each }, patience, time.Millisecond)
		for p := range publishers {
			prefix, own := fmt.Sprintf("%d:", p), []string{}
			for _, message := range i.got() {
				if message[:2] == prefix {
					own = append(own, message)
				}
			}
			require.Equal(t, numbers(prefix, each), own)
		}
	})
}

// After stop has returned, at most one call still runs, whatever is published at the same time.
func TestBroker_Stop(t *testing.T) {
	t.Parallel()
	eachBroker(t, func(t *testing.T, c *cluster) {
		t.Helper()
		done := make(chan struct{})
		var publishing sync.WaitGroup
		publishing.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					c.from.Publish("s", []byte("m"))
				}
			}
		})
		late := make([]atomic.Int32, 50)
		for i := range late {
			var stopped atomic.Bool
			called := make(chan struct{}, 1)
			stop, err := c.to.Subscribe("s", broker.Subscription{Deliver: func([]byte) {
				if stopped.Load() {
					late[i].Add(1)
				}
				select {
				case called <- struct{}{}:
				default:
				}
			}})
			require.NoError(t, err)
			<-called
			stop()
			stopped.Store(true)
			stop()
		}
		close(done)
		publishing.Wait()
		for i := range late {
			require.LessOrEqual(t, late[i].Load(), int32(1))
		}
		require.Zero(t, c.to.Status().Subjects)
	})
}

// Neither stop nor Close waits for a subscriber that does not return, and what waited for it is not
// delivered.
func TestBroker_StopDoesNotWait(t *testing.T) {
	t.Parallel()
	eachBroker(t, func(t *testing.T, c *cluster) {
		t.Helper()
		after := subscribe(t, c.to, "s")
		entered, leave, left := make(chan struct{}, 2), make(chan struct{}), make(chan struct{}, 2)
		var calls atomic.Int32
		var stops []func()
		for range 2 {
			stop, err := c.to.Subscribe("s", broker.Subscription{Deliver: func([]byte) {
				calls.Add(1)
				entered <- struct{}{}
				<-leave
				left <- struct{}{}
			}})
			require.NoError(t, err)
			stops = append(stops, stop)
		}
		c.from.Publish("s", []byte("first"))
		<-entered
		<-entered
		c.from.Publish("s", []byte("second"))
		after.await(t, "first", "second")
		stops[0]()
		require.NoError(t, c.to.Close())
		close(leave)
		<-left
		<-left
		require.EqualValues(t, 2, calls.Load())
	})
}

// A subscriber may stop itself, and others, and publish and subscribe.
func TestBroker_CallsFromASubscriber(t *testing.T) {
	t.Parallel()
	eachBroker(t, func(t *testing.T, c *cluster) {
		t.Helper()
		answers := subscribe(t, c.from, "answer")
		other := subscribe(t, c.to, "question")
		var stop func()
		ready, calls := make(chan struct{}), 0
		stop, err := c.to.Subscribe("question", broker.Subscription{Deliver: func([]byte) {
			<-ready
			calls++
			stop()
			other.stop()
			further, err := c.to.Subscribe("further", broker.Subscription{Deliver: func([]byte) {}})
			if err != nil {
				t.Error(err)
				return
			}
			further()
			c.to.Publish("answer", []byte("yes"))
		}})
		require.NoError(t, err)
		close(ready)
		c.from.Publish("question", nil)
		c.from.Publish("question", nil)
		answers.await(t, "yes")
		require.Equal(t, 1, calls)
	})
}

// A subscriber whose queue is full is told so, and receives all that is published afterwards.
// Others receive everything.
func TestBroker_SlowSubscriber(t *testing.T) {
	t.Parallel()
	eachBroker(t, func(t *testing.T, c *cluster) {
		t.Helper()
		quick := subscribe(t, c.to, "s")
		entered, leave := make(chan struct{}), make(chan struct{})
		var first, once sync.Once
		var mu sync.Mutex
		var got []string
		stop, err := c.to.Subscribe("s", broker.Subscription{
			Deliver: func(message []byte) {
				first.Do(func() {
					close(entered)
					<-leave
				})
				mu.Lock()
				defer mu.Unlock()
				got = append(got, string(message))
			},
			Lost: func() {
				mu.Lock()
				defer mu.Unlock()
				got = append(got, "lost")
			},
		})
		require.NoError(t, err)
		defer stop()
		defer once.Do(func() { close(leave) })
		c.from.Publish("s", []byte("first"))
		<-entered
		many := numbers("m", broker.QueueMessages+10)
		for i, message := range many {
			c.from.Publish("s", []byte(message))
			if i%100 == 0 { // its queue is not full either
				quick.await(t, append([]string{"first"}, many[:i+1]...)...)
			}
		}
		quick.await(t, append([]string{"first"}, many...)...)
		once.Do(func() { close(leave) })
		require.Eventually(t, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(got) > 2 && got[len(got)-1] == many[len(many)-1]
		}, patience, time.Millisecond)
		require.Equal(t, append([]string{"first", "lost"}, many[len(many)-9:]...), got)
		require.EqualValues(t, broker.QueueMessages+1, c.to.Status().Dropped)
	})
}

func TestBroker_Close(t *testing.T) {
	t.Parallel()
	eachBroker(t, func(t *testing.T, c *cluster) {
		t.Helper()
		i := subscribe(t, c.to, "s")
		require.NoError(t, c.to.Close())
		require.NoError(t, c.to.Close())
		c.from.Publish("s", []byte("late"))
		c.to.Publish("s", []byte("late"))
		_, err := c.to.Subscribe("s", broker.Subscription{Deliver: func([]byte) {}})
		require.ErrorIs(t, err, broker.ErrClosed)
		i.stop()
		require.Empty(t, i.got())
	})
}

func TestBroker_Subjects(t *testing.T) {
	t.Parallel()
	eachBroker(t, func(t *testing.T, c *cluster) {
		t.Helper()
		for _, bad := range []string{"", ".", "a.", ".a", "a..b", "a.*", ">", "a b", "a\nb", "ä", string(make([]byte, 201))} {
			_, err := c.to.Subscribe(bad, broker.Subscription{Deliver: func([]byte) {}})
			require.Error(t, err, bad)
			c.from.Publish(bad, []byte("m")) // reaches nobody
		}
		i := subscribe(t, c.to, "A-z_9.x")
		c.from.Publish("A-z_9.x", []byte("m"))
		i.await(t, "m")
	})
}
