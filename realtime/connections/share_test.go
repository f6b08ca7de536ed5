package connections_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/broker"
	"github.com/firmhub/firmhub/realtime/broker/brokertest"
	"github.com/firmhub/firmhub/realtime/connections"
)

// What ends on one instance ends on the other, with the same reason.
func TestRegistry_Share(t *testing.T) {
	t.Parallel()
	url, id := brokertest.Server(t), uuid.New()
	share := func() *connections.Registry {
		b, r := brokertest.Join(t, url, id), connections.New()
		require.NoError(t, r.Share(b))
		require.Eventually(t, func() bool { return b.Status().Lost > 0 }, time.Minute, time.Millisecond)
		return r
	}
	here, there := share(), share()
	probe := user()
	reached := connect(t, there, probe)
	require.Eventually(t, func() bool { // what is published before both are connected may be lost
		here.EndSession(probe.Session)
		return len(reached.ended()) == 1
	}, time.Minute, 10*time.Millisecond)
	person := user()
	key := connections.Owner{Key: uuid.New(), Firm: person.Firm}
	for _, c := range []struct {
		owner  connections.Owner
		end    func()
		reason connections.Reason
	}{
		{person, func() { here.EndSession(person.Session) }, connections.SessionEnded},
		{person, func() { here.EndMembership(person.Membership) }, connections.MembershipEnded},
		{key, func() { here.EndKey(key.Key) }, connections.KeyEnded},
		{key, func() { here.EndFirm(key.Firm) }, connections.FirmDeactivated},
	} {
		near, far, stays := connect(t, here, c.owner), connect(t, there, c.owner), connect(t, there, user())
		c.end()
		require.Equal(t, []connections.Reason{c.reason}, near.ended(), "at once")
		require.Eventually(t, func() bool { return len(far.ended()) == 1 }, time.Minute, time.Millisecond)
		require.Equal(t, []connections.Reason{c.reason}, far.ended())
		require.Empty(t, stays.ended())
	}
}

// Messages that no instance sends end nothing.
func TestRegistry_ShareGarbage(t *testing.T) {
	t.Parallel()
	b, r := broker.NewMemory(), connections.New()
	require.NoError(t, r.Share(b))
	person := user()
	stays, ends := connect(t, r, person), connect(t, r, user())
	for _, message := range [][]byte{nil, {'s'}, append([]byte{'x'}, person.Session[:]...), append([]byte{'s'}, append(person.Session[:], 1)...)} {
		b.Publish("connections.end", message)
	}
	other := user()
	last := connect(t, r, other)
	b.Publish("connections.end", append([]byte{'s'}, other.Session[:]...))
	require.Eventually(t, func() bool { return len(last.ended()) == 1 }, time.Minute, time.Millisecond)
	require.Empty(t, stays.ended())
	require.Empty(t, ends.ended())
}

// What has ended in the database ends within a minute, without any message; when the database can't
// be asked, nothing ends.
func TestRegistry_Watch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := connections.New()
		session, membership, inFirm, due := user(), user(), user(), user()
		dueHub := due
		dueHub.Kind = connections.Hub
		key := connections.Owner{Key: uuid.New(), Firm: uuid.New()}
		gone := map[uuid.UUID]bool{}
		var failing error
		var mu sync.Mutex // guards gone and failing
		active := func(_ context.Context, ids []uuid.UUID) (active []uuid.UUID, err error) {
			mu.Lock()
			defer mu.Unlock()
			for _, id := range ids {
				if !gone[id] {
					active = append(active, id)
				}
			}
			return active, failing
		}
		within := func(ctx context.Context, firms, ids []uuid.UUID) ([]uuid.UUID, error) {
			if len(firms) == 0 || len(firms) > len(ids) {
				t.Errorf("%d firms of %d ids", len(firms), len(ids))
			}
			return active(ctx, ids)
		}
		lacksFactor := map[uuid.UUID]bool{}
		admitted := func(ctx context.Context, firms, ids []uuid.UUID) ([]uuid.UUID, error) {
			found, err := within(ctx, firms, ids)
			mu.Lock()
			defer mu.Unlock()
			return slices.DeleteFunc(found, func(id uuid.UUID) bool { return lacksFactor[id] }), err
		}
		ctx, stop := context.WithCancel(t.Context())
		go r.Watch(ctx, connections.Checks{
			Sessions: active, Firms: active, Memberships: within, Keys: within, Admitted: admitted,
		})
		want := map[*client]connections.Reason{
			connect(t, r, session):    connections.SessionEnded,
			connect(t, r, membership): connections.MembershipEnded,
			connect(t, r, inFirm):     connections.FirmDeactivated,
			connect(t, r, key):        connections.KeyEnded,
			connect(t, r, dueHub):     connections.AccessChanged,
		}
		stays := connect(t, r, due) // a socket, whose operations are checked
		for range 2500 {            // more than are asked for at once
			connect(t, r, user())
		}
		<-time.After(61 * time.Second)
		synctest.Wait()
		require.Equal(t, 2506, r.Len())

		mu.Lock()
		lacksFactor[due.Membership] = true
		gone = map[uuid.UUID]bool{session.Session: true, membership.Membership: true, inFirm.Firm: true, key.Key: true}
		failing = errors.New("no database")
		mu.Unlock()
		<-time.After(time.Minute)
		synctest.Wait()
		require.Equal(t, 2506, r.Len())

		mu.Lock()
		failing = nil
		mu.Unlock()
		<-time.After(time.Minute)
		synctest.Wait()
		require.Equal(t, 2501, r.Len())
		for c, reason := range want {
			require.Equal(t, []connections.Reason{reason}, c.ended())
		}
		require.Empty(t, stays.ended())
		stop()
		synctest.Wait()
	})
}
