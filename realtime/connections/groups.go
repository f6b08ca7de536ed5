package connections

import "github.com/google/uuid"

// property is a property of an owner by which connections are found and counted.
type property uint8

const (
	bySession property = iota
	bySite
	byUser
	byMembership
	byFirm
	byKey
	anonymous // those without a credential have it
	all       // every connection has it

	properties
)

// group identifies the connections of one kind that have a property in common.
type group struct {
	by   property
	kind Kind
	bits int8 // of the prefix of a site
	id   uuid.UUID
}

// groups are sets of connections. A set is a slice without order, and each connection knows its
// position in it. Ten thousand sets of one connection take a quarter of the memory that maps would
// take.
type groups map[group][]*Connection

func (g groups) add(name group, c *Connection) {
	c.positions[name.by] = int32(len(g[name])) //nolint:gosec // Two billion connections don't fit into the memory.
	g[name] = append(g[name], c)
}

func (g groups) remove(name group, c *Connection) {
	members := g[name]
	last := len(members) - 1
	if last == 0 {
		delete(g, name)
		return
	}
	position := c.positions[name.by]
	members[position] = members[last]
	members[position].positions[name.by] = position
	members[last] = nil
	g[name] = members[:last]
}

// groups calls do with each group of the owner's connections, until it returns false.
func (o *Owner) groups(do func(group) bool) {
	if !do(group{by: all}) {
		return
	}
	if o.Session == uuid.Nil {
		site := group{by: bySite, kind: o.Kind, bits: int8(o.Site.Bits()), id: o.Site.Addr().As16()} //nolint:gosec // at most 128
		if !do(site) || o.Key == uuid.Nil && !do(group{by: anonymous, kind: o.Kind}) {
			return
		}
	}
	for by, id := range [properties]uuid.UUID{
		bySession: o.Session, byUser: o.User, byMembership: o.Membership, byFirm: o.Firm, byKey: o.Key,
	} {
		if id != uuid.Nil && !do(group{by: property(by), kind: o.Kind, id: id}) { //nolint:gosec // a small constant
			return
		}
	}
}

// limit returns how many connections the group may have; zero means any number.
func (g group) limit() int {
	session, user := g.kind.limits()
	switch g.by {
	case bySession, bySite:
		return session
	case byUser:
		return user
	case anonymous:
		return AnonymousLimit
	case byMembership, byFirm, byKey, all, properties:
	}
	return 0
}
