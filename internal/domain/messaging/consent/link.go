package consent

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/url"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// LinkPath is the path of the links by which people opt out. The token follows.
const LinkPath = "/u/"

// linkOwner is what the tokens of links are sealed for.
const linkOwner = "consent/links"

// Links makes and follows the links by which the recipients of mails opt out (RFC 8058). A link
// never expires. Its token names a firm and an address, and is sealed, so that nobody reads or
// makes one.
type Links struct {
	db   *db.DB
	key  *secret.Key
	base string
}

// NewLinks returns links below a public URL of the server. Without a key or a URL there are no
// links.
func NewLinks(d *db.DB, key *secret.Key, base string) *Links {
	return &Links{db: d, key: key, base: base}
}

// Exist reports whether there are links.
func (l *Links) Exist() bool { return l.key != nil && l.base != "" }

// URL returns the link of an address of a firm, or nil.
func (l *Links) URL(firm uuid.UUID, address string) *url.URL {
	if !l.Exist() {
		return nil
	}
	sealed := l.key.Seal(append(firm[:], address...), linkOwner)
	link, err := url.Parse(l.base + LinkPath + base64.RawURLEncoding.EncodeToString(sealed))
	if err != nil {
		return nil // The base is a checked setting.
	}
	return link
}

// Link is what a link is about.
type Link struct {
	FirmName, Address string
	// OptedOut reports whether the address has opted out.
	OptedOut bool

	firm uuid.UUID
}

// Read returns what a link is about, or NotFound. Anybody may call it: the token is the credential.
// It changes nothing.
func (l *Links) Read(ctx context.Context, token string) (_ *Link, err error) {
	defer fault.Wrap(&err, "consent.Links.Read")
	ctx, link, address, err := l.open(ctx, token)
	if err != nil {
		return nil, err
	}
	present, err := inForce(ctx, l.db, []Address{address})
	link.OptedOut = present[address.Key] != nil && present[address.Key].State == OptedOut
	return link, err
}

// Follow opts the address of a link out, and returns what the link is about, or NotFound. Anybody
// may call it. To call it again changes nothing. Once it returns, no provider is called any more
// for a message that the opt-out forbids.
func (l *Links) Follow(ctx context.Context, token string) (_ *Link, err error) {
	defer fault.Wrap(&err, "consent.Links.Follow")
	ctx, link, address, err := l.open(ctx, token)
	if err != nil {
		return nil, err
	}
	link.OptedOut = true
	said := &statement{state: OptedOut, source: FromLink, changes: func(present *Entry) bool {
		return present == nil || present.State != OptedOut
	}}
	return link, l.db.Tx(ctx, func(ctx context.Context) error {
		awaitCalls(ctx, l.db, []Address{address})
		_, err := said.add(ctx, l.db, []Address{address})
		return err
	})
}

// open returns what a token names, with a context of the server in its firm.
func (l *Links) open(ctx context.Context, token string) (context.Context, *Link, Address, error) {
	missing := fault.New(fault.NotFound, "There is no such page.")
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || l.key == nil {
		return ctx, nil, Address{}, missing
	}
	plain, err := l.key.Open(sealed, linkOwner)
	if err != nil || len(plain) <= len(uuid.UUID{}) {
		return ctx, nil, Address{}, missing
	}
	link := &Link{firm: uuid.UUID(plain[:len(uuid.UUID{})]), Address: string(plain[len(uuid.UUID{}):])}
	address, faults := ParseAddress(link.Address)
	if len(faults) > 0 {
		return ctx, nil, Address{}, missing
	}
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: link.firm, Request: viewer.From(ctx).Request})
	found, err := l.db.InFirm(ctx).Row([]any{&link.FirmName}, "SELECT name FROM firms WHERE id = $1")
	if err != nil {
		return ctx, nil, Address{}, fmt.Errorf("read the name of the firm: %w", err)
	}
	if !found {
		return ctx, nil, Address{}, missing
	}
	return ctx, link, address, nil
}
