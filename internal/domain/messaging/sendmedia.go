package messaging

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

// SendMedia is the file of a message to send: an uploaded file that the viewer may read.
type SendMedia struct {
	FileID  uuid.UUID
	Caption string
}

const (
	// maxCaption is the limit of WhatsApp.
	maxCaption = 1024
	// maxFiles is how many files a request sends at most: each is copied before it is answered.
	maxFiles = 10
)

// checkFiles adds a fault for a request with too many files.
func checkFiles(faults *fault.Details, messages []*SendMessage) {
	files := map[uuid.UUID]bool{}
	for _, each := range messages {
		if each.Media != nil {
			files[each.Media.FileID] = true
		}
	}
	if len(files) > maxFiles {
		faults.Add("messages", "must have at most %d different files", maxFiles)
	}
}

func (in *SendMessage) checkMedia(faults *fault.Details) {
	in.Media.Caption = strings.TrimSpace(in.Media.Caption)
	switch caption := in.Media.Caption; {
	case in.Body != "":
		faults.Add("media", "is instead of body")
	case !utf8.ValidString(caption) || strings.ContainsRune(caption, 0):
		faults.Add("media.caption", "must be text in UTF-8")
	case utf8.RuneCountInString(caption) > maxCaption:
		faults.Add("media.caption", "must have at most %d characters", maxCaption)
	}
}

// copyMedia copies the files of messages. A message whose file can't be sent is not accepted,
// unless it was accepted before.
func (m *Manager) copyMedia(ctx context.Context, items []*sendItem) error {
	type copied struct {
		media  *media.Media
		reason error
	}
	known := map[uuid.UUID]copied{}
	for _, it := range items {
		if it.input.Media == nil {
			continue
		}
		id := it.input.Media.FileID
		of, ok := known[id]
		if !ok {
			of.media, of.reason = m.media.Copy(ctx, id)
			known[id] = of
		}
		it.media, it.noMedia = nil, nil
		refusal := fault.From(of.reason)
		switch {
		case of.reason == nil:
			it.media = of.media
		case fault.Is(of.reason, fault.ValidationError):
			it.noMedia = reject(it.index, fault.Details{{Field: "media.fileId", Message: refusal.Message}})
		case fault.Is(of.reason, fault.NotFound) || fault.Is(of.reason, fault.Conflict):
			it.noMedia = rejection(it.index, string(refusal.Code), refusal.Message)
		default:
			return of.reason
		}
	}
	return nil
}

// checkSent returns the faults of a file for a kind of channel. The provider of an SMS gets the
// file from this server.
func checkSent(kind provider.Kind, of *media.Media, in *SendMedia, hasLinks bool) (faults fault.Details) {
	switch kind {
	case provider.SMS:
		if !hasLinks {
			faults.Add("media", "is not sent by Sms without FIRMHUB_PUBLIC_URL, the https address at which the provider gets it")
		}
	case provider.WhatsApp:
		if strings.HasPrefix(of.ContentType, "audio/") && in.Caption != "" {
			faults.Add("media.caption", "is not sent with a recording by WhatsApp")
		}
	case provider.Email, provider.Sandbox:
	}
	if limit := int64(provider.LimitsOf(kind).Of(of.ContentType)); of.Size > limit {
		faults = append(faults, fault.Detail{
			Field: "media.fileId", Message: fmt.Sprintf("must be a file of at most %d bytes, by %s", limit, kind),
		})
	}
	return faults
}

func (it *sendItem) mediaID() *uuid.UUID {
	if it.media == nil {
		return nil
	}
	return &it.media.ID
}

// shown returns the text of a message, or nil for a file without a caption.
func shown(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// useMedia keeps the files of the accepted messages as long as their texts, and a day longer than
// the messages may wait to be sent: a provider may get the file after its call.
func (b *sendBatch) useMedia(ctx context.Context) error {
	until := map[uuid.UUID]time.Time{}
	for i, it := range b.accepted {
		if it.media == nil {
			continue
		}
		sent := Retained(b.queue[i].ExpiresAt.AddDate(0, 0, 1), b.retention)
		for _, at := range []time.Time{it.occurredAt(b.now), sent} {
			if at.After(until[it.media.ID]) {
				until[it.media.ID] = at
			}
		}
	}
	return media.Use(ctx, b.db, until)
}

// insertMedia stores the files of messages that arrived, to be fetched. A message has one: an MMS
// with several arrives as several messages. The file of a message is kept where its text is.
func (c *changes) insertMedia(ctx context.Context, all []*arrived) error {
	var files []*media.Arrived
	for _, a := range all {
		if len(a.Media) == 0 || c.isOld(a.at) {
			continue
		}
		a.media = &media.Arrived{ID: a.id, Origin: media.Origin{
			MessageID: a.id, OccurredAt: a.at, ConversationID: a.thread.ID, ChannelID: a.channel, Ref: a.Media[0],
		}}
		files = append(files, a.media)
	}
	return media.Insert(ctx, c.db, c.wallet.Firm, c.now, files)
}
