package notification

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// lookBatch is the maximum number of firms, and of members, in one query of the database.
const lookBatch = 1000

// Look queries the database for changes without a message: an instance without the broker, or a
// command, may have stored something. It also runs every 20 seconds by itself. An error is logged.
func (c *Center) Look(ctx context.Context) {
	if err := c.look(ctx, c.open()); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "can't look for new notifications", "error", err)
	}
}

// wakeUnsure wakes up lookAtUnsure.
func (c *Center) wakeUnsure() {
	select {
	case c.unsure <- struct{}{}:
	default:
	}
}

// lookAtUnsure looks for what feeds missed that the broker has called Lost for, until ctx is done.
// After an outage these are all feeds, at about the same time. A few queries find the feeds that
// are behind, and only these are read.
func (c *Center) lookAtUnsure(ctx context.Context) {
	defer c.wakeUnsure() // If there are feeds again, they are not forgotten.
	retry := time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.unsure:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(gapWait, retry)): // Others are told meanwhile.
		}
		feeds := c.takeUnsure()
		if err := c.look(ctx, feeds); err != nil {
			for _, f := range feeds {
				f.lost()
			}
			if ctx.Err() == nil {
				slog.WarnContext(ctx, "can't look for notifications that may have been missed", "error", err)
			}
			retry = longer(retry)
		} else {
			retry = 0
		}
	}
}

// takeUnsure returns the feeds that may have missed messages since the last call.
func (c *Center) takeUnsure() []*feed {
	return slices.DeleteFunc(c.open(), func(f *feed) bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		unsure := f.unsure
		f.unsure = false
		return !unsure
	})
}

// look compares feeds with the database, and queues those that are behind to be read.
func (c *Center) look(ctx context.Context, feeds []*feed) error {
	ctx = rule.AcrossFirms(viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System}), "look for what the feeds of firms have missed")
	for batch := range slices.Chunk(feeds, lookBatch) {
		if err := c.lookAtNumbers(ctx, batch); err != nil {
			return err
		}
		if err := c.lookAtVersions(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

func (c *Center) lookAtNumbers(ctx context.Context, feeds []*feed) error {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	byFirm, firms := make(map[uuid.UUID]*feed, len(feeds)), make([]uuid.UUID, 0, len(feeds))
	for _, f := range feeds {
		byFirm[f.firm], firms = f, append(firms, f.firm)
	}
	among, list := c.db.AmongIDs("firm_id", 1, firms)
	sequences, err := db.All[struct {
		FirmID        uuid.UUID `sql:"firm_id"`
		Last, Expired int64
	}](c.db.AcrossFirms(ctx), "SELECT firm_id, last, expired FROM notification_sequences WHERE "+among, list)
	for _, s := range sequences {
		byFirm[s.FirmID].compare(s.Last, s.Expired)
	}
	return err
}

// compare records the state of the database.
func (f *feed) compare(last, expired int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stored = max(f.stored, last)
	if expired > f.expired {
		f.expired, f.stale = expired, true
	}
	f.read()
}

// feedMember is a member with subscriptions, in a feed.
type feedMember struct {
	feed      *feed
	recipient *recipient
}

// lookAtVersions finds the members who have changed what they have read.
func (c *Center) lookAtVersions(ctx context.Context, feeds []*feed) error {
	var members []feedMember
	for _, f := range feeds {
		members = append(members, f.members()...)
	}
	for batch := range slices.Chunk(members, lookBatch) {
		if err := c.compareVersions(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

func (c *Center) compareVersions(ctx context.Context, members []feedMember) error {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	byMembership := make(map[uuid.UUID]feedMember, len(members))
	firms, memberships := make([]uuid.UUID, 0, len(members)), make([]uuid.UUID, 0, len(members))
	for _, m := range members {
		byMembership[m.recipient.membership] = m
		memberships = append(memberships, m.recipient.membership)
		if last := len(firms) - 1; last < 0 || firms[last] != m.feed.firm {
			firms = append(firms, m.feed.firm)
		}
	}
	amongFirms, firmList := c.db.AmongIDs("firm_id", 1, firms)
	among, list := c.db.AmongIDs("membership_id", 2, memberships)
	inboxes, err := db.All[struct {
		MembershipID uuid.UUID `sql:"membership_id"`
		Version      int64
	}](c.db.AcrossFirms(ctx), "SELECT membership_id, version FROM notification_inboxes WHERE "+amongFirms+" AND "+among, firmList, list)
	for _, in := range inboxes {
		byMembership[in.MembershipID].compare(in.Version)
	}
	return err
}

// members returns the members with subscriptions.
func (f *feed) members() []feedMember {
	f.mu.Lock()
	defer f.mu.Unlock()
	members := make([]feedMember, 0, len(f.recipients))
	for _, r := range f.recipients {
		for ; r != nil; r = r.next {
			members = append(members, feedMember{f, r})
		}
	}
	return members
}

// compare queues the counts to be read again when the member's inbox has a newer version.
func (m feedMember) compare(version int64) {
	m.feed.mu.Lock()
	defer m.feed.mu.Unlock()
	if version > m.recipient.version {
		m.feed.stale = true
		m.feed.read()
	}
}
