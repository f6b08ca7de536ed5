package whatsapp

import (
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

const (
	// uploadFor is for how long an uploaded file is used for further messages. WhatsApp keeps it
	// for 30 days; a process remembers it for an hour.
	//
	// Source: docs.360dialog.com/partner/messaging/media-messages/upload-retrieve-delete-media, as
	// of November 2026.
	uploadFor = time.Hour
	// uploadFresh is for how long an upload is beyond doubt: a message with it that is refused is
	// refused for another reason.
	uploadFresh = 10 * time.Minute
	// maxUploads is how many uploads a process remembers.
	maxUploads = 10_000
)

// upload is what an uploaded file is the same for: a content, for a number at a server, by a token.
type upload struct {
	server, number, token, file, contentType, fileName string
}

func uploadOf(account provider.Account, file provider.Media) upload {
	return upload{
		server: account.Settings.BaseURL, number: account.Settings.PhoneNumberID, token: account.Secrets[provider.AccessToken],
		file: file.Key, contentType: file.HeaderType(), fileName: file.FileName,
	}
}

// text returns a text that differs for each upload.
func (u upload) text() string {
	return strings.Join([]string{u.server, u.number, u.token, u.file, u.contentType, u.fileName}, "\x00")
}

// uploads are the files that were uploaded. The zero uploads are ready.
type uploads struct {
	mu    sync.Mutex
	known map[upload]uploaded
	// running has one upload for all messages with a file.
	running singleflight.Group
}

type uploaded struct {
	id string
	at time.Time
}

// find returns the id of a file. old reports whether WhatsApp may not have it any more.
func (u *uploads) find(of upload, now time.Time) (id string, old, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	known, ok := u.known[of]
	if !ok || now.Sub(known.at) >= uploadFor {
		return "", false, false
	}
	return known.id, now.Sub(known.at) >= uploadFresh, true
}

func (u *uploads) add(of upload, id string, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.known == nil || len(u.known) >= maxUploads {
		u.known = map[upload]uploaded{}
	}
	u.known[of] = uploaded{id, now}
}

// forget forgets a file. The next message with it uploads it.
func (u *uploads) forget(of upload) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.known, of)
}
