package media

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net"
	"net/url"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// LinkPath is the path of the links of files. The token follows.
	LinkPath = "/m/"
	// LinkLife is how long a link leads to its file. A provider gets the file when it sends the
	// message, and Twilio keeps a message in its queue for up to ten hours.
	LinkLife = 24 * time.Hour

	// linkOwner is what the tokens of links are sealed for.
	linkOwner = "media/links"
	idSize    = len(uuid.UUID{})
	tokenSize = 2*idSize + 8
)

// Links makes the links by which a provider gets the files of messages from this server. The token
// of a link names a file of a firm and the time until which it may be read. It is sealed, so that
// nobody reads or makes one.
type Links struct {
	key  *secret.Key
	base string
}

// NewLinks returns links below the URL at which providers reach this server: by https, or on this
// machine. Without such a URL or without a key there are no links.
func NewLinks(key *secret.Key, base string) Links {
	origin, err := url.Parse(base)
	if err != nil || origin.Scheme != "https" && !isLoopback(origin.Hostname()) {
		return Links{}
	}
	return Links{key: key, base: base}
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Exist reports whether there are links.
func (l Links) Exist() bool { return l.key != nil && l.base != "" }

// URL returns a link of a file of a firm that leads to it until a time, or "" if there are no
// links.
func (l Links) URL(firm, id uuid.UUID, until time.Time) string {
	if !l.Exist() {
		return ""
	}
	token := binary.BigEndian.AppendUint64(append(firm[:], id[:]...), uint64(until.Unix())) //nolint:gosec // It is after 1970.
	return l.base + LinkPath + base64.RawURLEncoding.EncodeToString(l.key.Seal(token, linkOwner))
}

// open returns the file that a token names, or false.
func (l Links) open(token string, now time.Time) (firm, id uuid.UUID, ok bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || l.key == nil {
		return firm, id, false
	}
	plain, err := l.key.Open(sealed, linkOwner)
	if err != nil || len(plain) != tokenSize {
		return firm, id, false
	}
	until := time.Unix(int64(binary.BigEndian.Uint64(plain[2*idSize:])), 0) //nolint:gosec // URL has written it.
	return uuid.UUID(plain[:idSize]), uuid.UUID(plain[idSize : 2*idSize]), now.Before(until)
}

// Linked opens the file of a link, and the caller closes it. Anybody may call it: the token is the
// credential. It returns NotFound for every other text, and for a link that has ended.
func (m *Manager) Linked(ctx context.Context, token string) (_ *Media, _ *blob.Reader, err error) {
	defer fault.Wrap(&err, "media.Linked")
	missing := fault.New(fault.NotFound, "There is no such file.")
	firm, id, ok := m.links.open(token, time.Now())
	if !ok {
		return nil, nil, missing
	}
	found, err := read(inFirm(ctx, firm), m.db, "id = $2 AND status = 'Ready'", id)
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return nil, nil, missing
	}
	content, err := m.files.Open(ctx, found[0].key)
	if errors.Is(err, blob.ErrNotFound) { // Its messages were deleted just now.
		return nil, nil, missing
	}
	return found[0], content, err
}
