package connections_test

import (
	"net/netip"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

// client is a connection that keeps why it was ended.
type client struct {
	*connections.Connection

	mu      sync.Mutex
	reasons []connections.Reason
}

func (c *client) end(reason connections.Reason) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reasons = append(c.reasons, reason)
}

// ended returns the reasons for which the connection was ended.
func (c *client) ended() []connections.Reason {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reasons
}

func connect(t testing.TB, r *connections.Registry, owner connections.Owner) *client {
	t.Helper()
	c := &client{}
	var err error
	c.Connection, err = r.Add(owner, c.end)
	require.NoError(t, err)
	return c
}

func user() connections.Owner {
	return connections.Owner{Session: uuid.New(), Membership: uuid.New(), Firm: uuid.New(), User: uuid.New()}
}

func TestRegistry_Ends(t *testing.T) {
	t.Parallel()
	person := user()
	key := connections.Owner{Key: uuid.New(), Firm: person.Firm}
	for name, c := range map[string]struct {
		owner  connections.Owner
		end    func(*connections.Registry)
		reason connections.Reason
	}{
		"session":      {person, func(r *connections.Registry) { r.EndSession(person.Session) }, connections.SessionEnded},
		"membership":   {person, func(r *connections.Registry) { r.EndMembership(person.Membership) }, connections.MembershipEnded},
		"firm":         {person, func(r *connections.Registry) { r.EndFirm(person.Firm) }, connections.FirmDeactivated},
		"firm's rules": {person, func(r *connections.Registry) { r.RenewFirm(person.Firm) }, connections.AccessChanged},
		"factor":       {person, func(r *connections.Registry) { r.RenewSession(person.Session) }, connections.AccessChanged},
		"firm's key":   {key, func(r *connections.Registry) { r.EndFirm(key.Firm) }, connections.FirmDeactivated},
		"key":          {key, func(r *connections.Registry) { r.EndKey(key.Key) }, connections.KeyEnded},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := connections.New()
			one, two, stays := connect(t, r, c.owner), connect(t, r, c.owner), connect(t, r, user())
			nobody := connect(t, r, connections.Owner{})
			for _, none := range []func(uuid.UUID){r.EndSession, r.EndMembership, r.EndFirm, r.EndKey} {
				none(uuid.Nil)
				none(uuid.New())
			}
			require.Equal(t, 4, r.Len())
			c.end(r)
			c.end(r)
			for _, ended := range []*client{one, two} {
				require.Equal(t, []connections.Reason{c.reason}, ended.ended())
				require.True(t, fault.Is(ended.Move(c.owner), fault.Unauthorized), "it has ended")
				ended.Remove()
			}
			require.Empty(t, stays.ended())
			require.Empty(t, nobody.ended())
			require.Equal(t, 2, r.Len())
		})
	}
}

// API keys need no second factor.
func TestRegistry_RenewFirm(t *testing.T) {
	t.Parallel()
	r, person := connections.New(), user()
	ends := connect(t, r, person)
	stays := connect(t, r, connections.Owner{Key: uuid.New(), Firm: person.Firm})
	r.RenewFirm(person.Firm)
	require.Equal(t, []connections.Reason{connections.AccessChanged}, ends.ended())
	require.Empty(t, stays.ended())
	r.EndFirm(person.Firm)
	require.Equal(t, []connections.Reason{connections.FirmDeactivated}, stays.ended())
}

func TestRegistry_Limits(t *testing.T) {
	t.Parallel()
	r := connections.New()
	add := func(owner connections.Owner) error {
		_, err := r.Add(owner, func(connections.Reason) {})
		return err
	}
	refused := func(owner connections.Owner) { require.True(t, fault.Is(add(owner), fault.TooManyRequests)) }
	first, second, third := user(), user(), user()
	second.User, third.User = first.User, first.User
	moving := connect(t, r, connections.Owner{})
	for _, session := range []connections.Owner{first, second} {
		for range connections.SessionLimit {
			require.NoError(t, add(session))
		}
	}
	refused(first)
	refused(third) // another session of the same user
	require.True(t, fault.Is(moving.Move(third), fault.TooManyRequests))
	require.True(t, fault.Is(moving.Move(user()), fault.Unauthorized), "it is no longer registered")
	require.NoError(t, add(user()))
	r.EndSession(first.Session)
	require.NoError(t, add(third))

	inHub := second
	inHub.Kind = connections.Hub
	for range connections.HubSessionLimit {
		require.NoError(t, add(inHub))
	}
	refused(inHub)
	refused(second) // it has streams already

	site := func(address string) connections.Owner {
		return connections.Owner{Site: viewer.Site(netip.MustParseAddr(address))}
	}
	for range connections.SessionLimit {
		require.NoError(t, add(site("2001:db8::1")))
	}
	refused(site("2001:db8::ffff")) // the same /64
	require.NoError(t, add(site("2001:db8:0:1::1")))
	withSession := user()
	withSession.Site = site("2001:db8::1").Site
	require.NoError(t, add(withSession))
}

// However many addresses somebody has, the connections without a credential end somewhere.
func TestRegistry_AnonymousLimit(t *testing.T) {
	t.Parallel()
	r := connections.New()
	add := func(owner connections.Owner) error {
		_, err := r.Add(owner, func(connections.Reason) {})
		return err
	}
	address := netip.MustParseAddr("192.0.2.1")
	next := func() connections.Owner {
		address = address.Next()
		return connections.Owner{Site: viewer.Site(address)}
	}
	leaving := connect(t, r, next())
	for range connections.AnonymousLimit - 1 {
		require.NoError(t, add(next()))
	}
	require.True(t, fault.Is(add(next()), fault.TooManyRequests))
	require.NoError(t, add(user()))
	key := next()
	key.Key = uuid.New()
	require.NoError(t, add(key))
	require.NoError(t, leaving.Move(user()))
	require.NoError(t, add(next()), "one has sent its credential")
}

func TestRegistry_Expiry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := connections.New()
		expiring, renewed := user(), user()
		expiring.Expires = time.Now().Add(time.Minute)
		renewed.Expires = expiring.Expires
		one, two, never := connect(t, r, expiring), connect(t, r, renewed), connect(t, r, user())
		removed := connect(t, r, expiring)
		removed.Remove()
		renewed.Expires = time.Now().Add(time.Hour)
		require.NoError(t, two.Move(renewed))
		<-time.After(time.Minute)
		synctest.Wait()
		require.Equal(t, []connections.Reason{connections.CredentialExpired}, one.ended())
		require.Empty(t, two.ended())
		require.Empty(t, removed.ended())
		<-time.After(time.Hour)
		synctest.Wait()
		require.Equal(t, []connections.Reason{connections.CredentialExpired}, two.ended())
		require.Empty(t, never.ended())

		late := user()
		late.Expires = time.Now().Add(-time.Second)
		past := connect(t, r, late)
		synctest.Wait()
		require.Equal(t, []connections.Reason{connections.CredentialExpired}, past.ended())
	})
}

func TestRegistry_Stop(t *testing.T) {
	t.Parallel()
	r := connections.New()
	one := connect(t, r, user())
	r.Stop()
	r.Stop()
	require.Equal(t, []connections.Reason{connections.ServerStopping}, one.ended())
	require.Zero(t, r.Len())
	_, err := r.Add(user(), func(connections.Reason) {})
	require.True(t, fault.Is(err, fault.Unavailable))
}

// However connections come, move, leave and are ended at the same time, each one ends at most once,
// and none is left.
func TestRegistry_Concurrent(t *testing.T) {
	t.Parallel()
	r := connections.New()
	owners := []connections.Owner{user(), user(), user()}
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 300 {
				owner := owners[(worker+i)%len(owners)]
				owner.Expires = time.Now().Add(time.Duration(i%3) * time.Millisecond)
				var ends atomic.Int32
				c, err := r.Add(owner, func(connections.Reason) {
					if ends.Add(1) > 1 {
						t.Error("a connection was ended twice")
					}
				})
				if err != nil {
					continue
				}
				switch i % 4 {
				case 0:
					r.EndSession(owner.Session)
				case 1:
					_ = c.Move(owners[i%len(owners)])
				case 2:
					r.EndMembership(owner.Membership)
				}
				runtime.Gosched()
				c.Remove()
			}
		})
	}
	all.Wait()
	require.Zero(t, r.Len())
}
