package session

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// OpenSession is a session of the caller that can still be used: it has not ended, and was used
// within the life of a refresh token.
type OpenSession struct {
	ID uuid.UUID
	// Device is what the client claims to be, in a few words: Chrome on Windows.
	Device    string
	UserAgent string
	// Address is the IP address of the log-in.
	Address string
	// FirmName is the name of the firm in which the session now is. It is nil for a session in no
	// firm.
	FirmName *string
	// IsCurrent is set for the session of this request.
	IsCurrent             bool
	CreatedAt, LastUsedAt time.Time
}

// Sessions returns the caller's open sessions, the last used first. Any signed-in user may call it.
func (m *Manager) Sessions(ctx context.Context) (_ []*OpenSession, err error) {
	defer fault.Wrap(&err, "session.Sessions")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a person's sessions are in all of the person's firms")
	rows, err := m.db.Client.Session.Query().
		Where(session.UserID(asking.UserID), session.EndedAtIsNil(), session.LastUsedAtGT(m.forgotten())).
		Order(ent.Desc(session.FieldLastUsedAt, session.FieldID)).
		All(ctx)
	if err != nil {
		return nil, err
	}
	names, err := m.firmNames(ctx, rows)
	if err != nil {
		return nil, err
	}
	open := make([]*OpenSession, 0, len(rows))
	for _, row := range rows {
		one := &OpenSession{
			ID: row.ID, Device: device(row.UserAgent), UserAgent: row.UserAgent, Address: row.Address,
			IsCurrent: row.ID == asking.SessionID, CreatedAt: row.CreatedAt, LastUsedAt: row.LastUsedAt,
		}
		if row.FirmID != nil {
			name := names[*row.FirmID]
			one.FirmName = &name
		}
		open = append(open, one)
	}
	return open, nil
}

// firmNames returns the names of the firms of the sessions.
func (m *Manager) firmNames(ctx context.Context, sessions []*ent.Session) (map[uuid.UUID]string, error) {
	names := make(map[uuid.UUID]string)
	for _, s := range sessions {
		if s.FirmID != nil {
			names[*s.FirmID] = ""
		}
	}
	firms, err := m.db.Client.Firm.Query().Where(firm.IDIn(slices.Collect(maps.Keys(names))...)).
		Select(firm.FieldName).All(ctx)
	for _, f := range firms {
		names[f.ID] = f.Name
	}
	return names, err //nolint:wrapcheck // The caller names the operation.
}

// EndOwnSession ends one of the caller's open sessions. For the current session it does the same as
// a log-out. It returns NotFound for any other session. Any signed-in user may call it.
func (m *Manager) EndOwnSession(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "session.EndOwnSession")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return err
	}
	reason := session.EndReasonRevoked
	if id == asking.SessionID {
		reason = session.EndReasonLogout
	}
	ended, err := m.end(ctx, reason, "id = $3 AND user_id = $4 AND last_used_at > $5", id, asking.UserID, m.forgotten())
	if err != nil {
		return err
	}
	if ended == 0 {
		return fault.New(fault.NotFound, "You have no such session.")
	}
	return nil
}

// EndOwnOtherSessions ends all of the caller's open sessions except the current one, and returns
// their number. Any signed-in user may call it.
func (m *Manager) EndOwnOtherSessions(ctx context.Context) (ended int, err error) {
	defer fault.Wrap(&err, "session.EndOwnOtherSessions")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return 0, err
	}
	return m.end(ctx, session.EndReasonRevoked, "user_id = $3 AND id <> $4 AND last_used_at > $5",
		asking.UserID, asking.SessionID, m.forgotten())
}

// forgotten returns a time. A session that was last used before it can't be used any more, because
// its tokens have expired.
func (m *Manager) forgotten() time.Time { return m.now().Add(-RefreshLife) }
