package connections_test

import (
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/realtime/connections"
)

// modelled is a connection as the model knows it.
type modelled struct {
	*connections.Connection

	owner connections.Owner
	ended bool
}

// TestRegistry_Model compares a registry with a list of connections.
func TestRegistry_Model(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ids := []uuid.UUID{uuid.Nil, uuid.New(), uuid.New()}
		drawID := func(name string) uuid.UUID { return rapid.SampledFrom(ids).Draw(t, name) }
		drawOwner := func() connections.Owner {
			return connections.Owner{
				Session: drawID("session"), Membership: drawID("membership"), Firm: drawID("firm"), Key: drawID("key"), User: drawID("user"),
				Kind: rapid.SampledFrom([]connections.Kind{connections.Stream, connections.Hub}).Draw(t, "kind"),
			}
		}
		r := connections.New()
		var open []*modelled
		// allows reports whether the limits allow another connection.
		allows := func(owner connections.Owner) bool {
			session, user := 0, 0
			for _, c := range open {
				if c.owner.Kind != owner.Kind {
					continue
				}
				if c.owner.Session == owner.Session {
					session++
				}
				if c.owner.User == owner.User {
					user++
				}
			}
			if owner.Kind == connections.Hub {
				return session < connections.HubSessionLimit && (owner.User == uuid.Nil || user < connections.HubUserLimit)
			}
			return session < connections.SessionLimit && (owner.User == uuid.Nil || user < connections.UserLimit)
		}
		leave := func(gone func(*modelled) bool) (left []*modelled) {
			kept := []*modelled{}
			for _, c := range open {
				if gone(c) {
					left = append(left, c)
				} else {
					kept = append(kept, c)
				}
			}
			open = kept
			return left
		}
		end := func(call func(uuid.UUID), of func(connections.Owner) uuid.UUID) func(*rapid.T) {
			return func(t *rapid.T) {
				id := drawID("ended")
				call(id)
				for _, c := range leave(func(c *modelled) bool { return id != uuid.Nil && of(c.owner) == id }) {
					if !c.ended {
						t.Fatalf("a connection of %v goes on", id)
					}
				}
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				owner := drawOwner()
				times := rapid.IntRange(1, 30).Draw(t, "times")
				if owner.Kind == connections.Hub {
					times *= 10
				}
				for range times {
					c, wanted := &modelled{owner: owner}, allows(owner)
					var err error
					c.Connection, err = r.Add(owner, func(connections.Reason) { c.ended = true })
					if (err == nil) != wanted {
						t.Fatalf("added: %v, wanted %v", err, wanted)
					}
					if err == nil {
						open = append(open, c)
					}
				}
			},
			"move": func(t *rapid.T) {
				if len(open) == 0 {
					t.Skip("none is open")
				}
				moving, owner := rapid.SampledFrom(open).Draw(t, "moving"), drawOwner()
				leave(func(c *modelled) bool { return c == moving })
				wanted := allows(owner)
				if err := moving.Move(owner); (err == nil) != wanted {
					t.Fatalf("moved: %v, wanted %v", err, wanted)
				}
				if wanted {
					moving.owner = owner
					open = append(open, moving)
				}
			},
			"remove": func(t *rapid.T) {
				if len(open) == 0 {
					t.Skip("none is open")
				}
				leaving := rapid.SampledFrom(open).Draw(t, "leaving")
				leaving.Remove()
				leave(func(c *modelled) bool { return c == leaving })
			},
			"session":    end(r.EndSession, func(o connections.Owner) uuid.UUID { return o.Session }),
			"membership": end(r.EndMembership, func(o connections.Owner) uuid.UUID { return o.Membership }),
			"firm":       end(r.EndFirm, func(o connections.Owner) uuid.UUID { return o.Firm }),
			"key":        end(r.EndKey, func(o connections.Owner) uuid.UUID { return o.Key }),
			"": func(t *rapid.T) {
				if r.Len() != len(open) {
					t.Fatalf("%d connections, wanted %d", r.Len(), len(open))
				}
				for _, c := range open {
					if c.ended {
						t.Fatal("an open connection was ended")
					}
				}
			},
		})
		r.Stop()
		for _, c := range open {
			if !c.ended {
				t.Fatal("a connection goes on after Stop")
			}
		}
	})
}
