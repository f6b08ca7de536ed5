package session

import (
	"context"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// knownMembers is the size of the cache. A full cache takes about 4 MB.
const knownMembers = 1 << 14

// memberQuery finds an active membership, and the version of the firm's policy at which it was
// read.
const memberQuery = `
SELECT m.email, m.role_id, f.policy_version
FROM memberships m JOIN firms f ON f.id = m.firm_id
WHERE m.firm_id = $1 AND m.id = $2 AND m.user_id = $3 AND m.status = 'Active'`

// member is an active membership at a version of the firm's policy.
type member struct {
	firmID, userID, roleID uuid.UUID
	email                  string
	version                int64
}

// members caches memberships by their ids. Every change of a membership that matters here raises
// the policy version of the firm, and each request reads that version. So a change takes effect on
// the next request, on every instance.
type members struct {
	db    *db.DB
	known *lru.Cache[uuid.UUID, member]
}

func newMembers(d *db.DB) *members {
	known, err := lru.New[uuid.UUID, member](knownMembers)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return &members{db: d, known: known}
}

// addTo adds the role and the e-mail address of the membership to its viewer, whose policy version
// has been read, and reports whether the membership is active. The viewer's version becomes that of
// the membership, since a role must not be combined with older permissions.
func (m *members) addTo(ctx context.Context, v *viewer.Viewer) (isActive bool, err error) {
	found, ok := m.known.Get(v.RelationID)
	if !ok || found.version != v.PolicyVersion.Firm || found.firmID != v.FirmID || found.userID != v.UserID {
		found = member{firmID: v.FirmID, userID: v.UserID}
		ok, err = m.db.InFirm(rule.ForFirm(ctx, v.FirmID, "authenticate a user")).
			Row([]any{&found.email, &found.roleID, &found.version}, memberQuery, v.RelationID, v.UserID)
		if err != nil || !ok {
			return false, err
		}
		m.known.Add(v.RelationID, found)
	}
	v.Email, v.RoleID, v.PolicyVersion.Firm = found.email, found.roleID, found.version
	return true, nil
}
