package user_test

import (
	"context"
	"encoding/json"
	"net/netip"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

// whole selects users with their roles.
var whole = page.Selection{Edges: map[string]page.Selection{membership.EdgeRole: {}}}

// org is a firm with an Owner, Olga, and a Manager, Max, who has all permissions for users and
// contacts, and no others.
type org struct {
	d           *db.DB
	may         *authz.Enforcer
	sessions    *session.Manager
	connections *connections.Registry
	firm        *ent.Firm
	across      context.Context //nolint:containedctx // It is what the tests look at the rows with.

	owner, manager, clerk *ent.Role
	olga, max             *ent.Membership

	mu sync.Mutex
	// ended are the sessions and memberships whose connections have ended.
	ended []uuid.UUID
}

func open(t *testing.T, d *db.DB) *org {
	t.Helper()
	require.NoError(t, role.Seed(t.Context(), d))
	o := &org{d: d, connections: connections.New(), may: authz.New(d.Client, 0), across: rule.AcrossFirms(t.Context(), "test")}
	var (
		err    error
		system context.Context
	)
	o.sessions = session.NewManager(d, nil, nil, nil, nil, session.Config{Connections: o.connections})
	o.firm, system = dbtest.Firm(t, d, "Acme")
	o.owner, err = role.CreateOwner(t.Context(), d, o.firm.ID)
	require.NoError(t, err)
	o.manager, err = role.Create(system, d, role.CreateInput{Name: "Manager", Permissions: []string{
		"Users:View", "Users:Create", "Users:Edit", "Users:Delete", "Contact:View", "Contact:Edit",
	}})
	require.NoError(t, err)
	o.clerk, err = role.Create(system, d, role.CreateInput{Name: "Clerk", Permissions: []string{"Contact:View"}})
	require.NoError(t, err)
	o.olga = o.join(t, "Olga", "Owner", o.owner)
	o.max = o.join(t, "Max", "Manager", o.manager)
	return o
}

func (o *org) noteEnd(id uuid.UUID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !slices.Contains(o.ended, id) { // two sessions have one membership
		o.ended = append(o.ended, id)
	}
}

// takeEnded returns the sessions and memberships whose connections ended since the last call.
func (o *org) takeEnded() []uuid.UUID {
	o.mu.Lock()
	defer o.mu.Unlock()
	ended := o.ended
	o.ended = nil
	return ended
}

// join adds a user with [user.Join]. The e-mail is the first name in ASCII letters at example.com.
func (o *org) join(t *testing.T, first, last string, r *ent.Role) *ent.Membership {
	t.Helper()
	name := regexp.MustCompile(`[^A-Za-z0-9]`).ReplaceAllString(first, "")
	_, member, err := user.Join(t.Context(), o.d, plain, r.FirmID, r.ID, user.CreateInput{
		FirstName: first, LastName: last, Email: name + "@example.com", Password: password,
	})
	require.NoError(t, err)
	return member
}

// invited invites a person to the firm of the role, and returns the membership.
func (o *org) invited(t *testing.T, first string, r *ent.Role) *ent.Membership {
	t.Helper()
	ctx := o.system(t, r.FirmID)
	made, err := user.Add(ctx, o.d, o.may, nil, salted, user.AddInput{RoleID: r.ID, CreateInput: user.CreateInput{
		FirstName: first, LastName: "Invited", Email: first + "@example.com", Password: password,
	}})
	require.NoError(t, err)
	return o.membership(t, made)
}

// system returns a context of the system in a firm.
func (o *org) system(t *testing.T, firmID uuid.UUID) context.Context {
	t.Helper()
	return viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: firmID})
}

// membership returns the row of a member.
func (o *org) membership(t *testing.T, of *user.Member) *ent.Membership {
	t.Helper()
	row, err := o.d.Client.Membership.Get(o.across, of.RelationID)
	require.NoError(t, err)
	return row
}

func (o *org) account(t *testing.T, of *user.Member) *ent.User {
	t.Helper()
	row, err := o.d.Client.User.Get(o.across, o.membership(t, of).UserID)
	require.NoError(t, err)
	return row
}

func requireGone(t *testing.T, o *org, gone *user.Member) {
	t.Helper()
	_, err := user.Get(o.as(t, o.max), o.d, gone.ID, whole)
	requireCode(t, err, fault.NotFound)
}

// elsewhere returns the Owner role of a new firm.
func (o *org) elsewhere(t *testing.T, name string) *ent.Role {
	t.Helper()
	firm, _ := dbtest.Firm(t, o.d, name)
	owner, err := role.CreateOwner(t.Context(), o.d, firm.ID)
	require.NoError(t, err)
	return owner
}

// as returns the context of a new request of the member.
func (o *org) as(t *testing.T, m *ent.Membership) context.Context {
	t.Helper()
	return viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: m.FirmID, UserID: m.UserID, RelationID: m.ID, RoleID: m.RoleID, Email: m.Email,
		PolicyVersion: dbtest.PolicyVersion(o.d, m.FirmID),
		Request:       viewer.Request{ID: "test", Address: netip.MustParseAddr("192.0.2.1")},
	})
}

// signIn creates a session of the member with two refresh tokens, and returns its id.
func (o *org) signIn(t *testing.T, m *ent.Membership) uuid.UUID {
	t.Helper()
	begun := o.d.Client.Session.Create().SetUserID(m.UserID).SetFirmID(m.FirmID).SetMembershipID(m.ID).SaveX(o.across)
	for range 2 {
		id := uuid.New()
		o.d.Client.RefreshToken.Create().SetSessionID(begun.ID).SetHash(id[:]).
			SetExpiresAt(entity.Now().Add(time.Hour)).ExecX(o.across)
	}
	o.connect(t, connections.Owner{Session: begun.ID}, begun.ID)
	o.connect(t, connections.Owner{Membership: m.ID}, m.ID)
	return begun.ID
}

func (o *org) connect(t *testing.T, owner connections.Owner, id uuid.UUID) {
	t.Helper()
	_, err := o.connections.Add(owner, func(connections.Reason) { o.noteEnd(id) })
	require.NoError(t, err)
}

func (o *org) isOpen(t *testing.T, id uuid.UUID) bool {
	t.Helper()
	open, err := o.d.Client.Session.Query().Where(entsession.ID(id), entsession.EndedAtIsNil()).Exist(o.across)
	require.NoError(t, err)
	return open
}

// auditLog returns the entries of an action in the firm, each as actor, target, before and after.
func (o *org) auditLog(t *testing.T, action string) (lines []string) {
	t.Helper()
	for _, entry := range o.d.Client.AuditEntry.Query().
		Where(auditentry.Action(action), auditentry.FirmID(o.firm.ID)).Order(auditentry.ByID()).AllX(o.across) {
		lines = append(lines, entry.ActorName+" "+entry.TargetName+" "+compact(t, entry.Before)+" "+compact(t, entry.After))
	}
	return lines
}

// compact returns JSON in a form that is the same on both databases.
func compact(t *testing.T, text json.RawMessage) string {
	t.Helper()
	if len(text) == 0 || string(text) == "null" {
		return "-"
	}
	var value any
	require.NoError(t, json.Unmarshal(text, &value))
	written, err := json.Marshal(value)
	require.NoError(t, err)
	return string(written)
}

// requireSame compares the fields that the API shows.
func requireSame(t *testing.T, want, got *user.Member) {
	t.Helper()
	wanted, given := *want, *got
	require.Equal(t, wanted.Role.ID, given.Role.ID)
	require.Equal(t, wanted.Role.Name, given.Role.Name)
	wanted.Role, given.Role = nil, nil // their other fields are ent's
	require.Equal(t, wanted, given)
}

func requireCode(t *testing.T, err error, code fault.Code) {
	t.Helper()
	require.True(t, fault.Is(err, code), "%v", err)
}

func faults(faults fault.Details) (said []string) {
	for _, detail := range faults {
		said = append(said, detail.Field+" "+detail.Message)
	}
	return said
}
