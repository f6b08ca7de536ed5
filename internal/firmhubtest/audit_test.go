package firmhubtest_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// unaudited lists the mutations that write no entry to the audit log.
var unaudited = map[string]string{
	"uploadFile": "the file itself says who uploaded it, and when",
	"login":      "a session", "loginMfa": "a session", "exchangeOidc": "an entry in the firm of the session", "beginTotp": "nothing is asked of it until it is confirmed", "refreshToken": "a session", "setFirm": "a session", "logout": "a session",
	"beginPasskey": "nothing is stored of it but a challenge", "beginLoginPasskey": "likewise", "beginLoginMfaPasskey": "likewise", "beginRecoveryCodes": "likewise",
	"loginPasskey": "a session", "loginMfaPasskey": "a session",
	"endSession": "the person's own session", "endOtherSessions": "the person's own sessions",
	"changePassword": "the person's own password", "updateMe": "the person's own account", "createContact": "a contact", "setConsent": "the ledger of consent has it",
	"updateContact": "a contact", "changeContactTags": "a contact", "changeTagsOfContacts": "contacts",
	"reportMessages": "messages", "reportMessageStatuses": "messages", "sendMessages": "messages", "cancelMessage": "a message",
	"replyToConversation": "a message", "addConversationNote": "the note says who wrote it", "markConversationRead": "a conversation",
	"assignConversation": "a conversation", "setConversationStatus": "a conversation", "setTyping": "nothing is stored", "createQuickReply": "a text", "changeQuickReply": "a text", "deleteQuickReply": "a text",
	"syncTemplates":      "the channel of the example has none; where there are some, an entry says how many",
	"testChannel":        "a question to the provider; a change of the status by it has an entry",
	"createNotification": "a notification", "markNotificationRead": "the person's own list",
	"markAllNotificationsRead": "the person's own list", "deleteNotification": "the person's own list",
	"forgotPassword": "the person's own password", "resetPassword": "the person's own password",
	"verifyEmail": "the person's own account", "sendVerification": "the person's own account",
	"acceptMailedInvitation": "an entry in the firm that invites",
	"acceptInvitation":       "an entry in the firm that invites", "declineInvitation": "likewise",
}

type auditPage struct {
	Items      []auditEntry
	TotalCount int
}

type auditEntry struct {
	ID, Action, Address, RequestID, CreatedAt string
	Actor                                     struct{ Kind, ID, Name, FirmID string }
	Target                                    struct{ Type, ID, Name string }
	Before, After                             map[string]any
}

func (m *matrix) auditLog(c *caller, query string) auditPage {
	m.t.Helper()
	var read auditPage
	m.must(c, http.MethodGet, "/api/v1/audit"+query, nil).Into(m.t, &read)
	return read
}

// TestEveryChangeIsAudited runs every mutation of the schema, so that a new one either writes an
// entry or is listed in unaudited.
func TestEveryChangeIsAudited(t *testing.T) {
	t.Parallel()
	all := operations(t)
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		for _, o := range all {
			if !strings.HasPrefix(o.document, "mutation") || unaudited[o.name] != "" {
				continue
			}
			c, query := m.owner, ""
			if o.who == "super-firm" {
				c = m.super
			}
			values := examples[o.name].values(m, c)
			before := m.auditLog(c, query)
			answer := m.ask("GraphQL", o, c, values)
			require.Empty(t, answer.Errors, o.name)
			if forget := examples[o.name].after; forget != nil {
				forget(m, c)
			}
			after := m.auditLog(c, query)
			require.Equal(t, before.TotalCount+1, after.TotalCount, "%s leaves one entry in the trail of who did it", o.name)
			newest := after.Items[0]
			require.Contains(t, newest.Action, ".", o.name)
			require.Equal(t, "User", newest.Actor.Kind)
			require.Equal(t, c.email, newest.Actor.Name, o.name)
			require.Equal(t, "127.0.0.1", newest.Address)
			require.NotEmpty(t, newest.RequestID)
			require.True(t, newest.Before != nil || newest.After != nil, o.name)
			entry := string(m.must(c, http.MethodGet, "/api/v1/audit?pageSize=1", nil).Data)
			require.NotRegexp(t, `(?i)hash|secret|password`, strings.ReplaceAll(entry, "secretsSet", ""), o.name)
		}
	})
}

func TestAudit(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		role := m.newRole()
		m.must(m.owner, http.MethodPut, "/api/v1/roles/update", map[string]any{"id": role, "description": "of the audit"})
		entry := m.auditLog(m.owner, "?targetId="+role+"&action=role.update").Items
		require.Len(t, entry, 1)
		require.Equal(t, map[string]any{"description": ""}, entry[0].Before)
		require.Equal(t, map[string]any{"description": "of the audit"}, entry[0].After)
		require.Equal(t, m.owner.User.ID, entry[0].Actor.ID)
		require.Empty(t, entry[0].Actor.FirmID)
		require.Equal(t, role, entry[0].Target.ID)

		// The same by GraphQL, and filters.
		asked := a.GraphQL(m.owner.token, `query($input: AuditLogInput!) { auditLog(input: $input) { totalCount items { action before after } } }`,
			map[string]any{"input": map[string]any{"targetId": role}})
		var data struct{ AuditLog auditPage }
		asked.Into(t, &data)
		require.Equal(t, 2, data.AuditLog.TotalCount, "create, update")
		require.Equal(t, "role.update", data.AuditLog.Items[0].Action, "the newest first")
		require.Nil(t, data.AuditLog.Items[1].Before)
		require.Equal(t, 2, m.auditLog(m.owner, "?action=role&targetId="+role).TotalCount)
		require.Zero(t, m.auditLog(m.owner, "?action=role.delete&targetId="+role).TotalCount)
		at := entry[0].CreatedAt
		require.Equal(t, 1, m.auditLog(m.owner, "?targetId="+role+"&from="+at).TotalCount)
		require.Equal(t, 1, m.auditLog(m.owner, "?targetId="+role+"&to="+at).TotalCount)
		require.Len(t, m.auditLog(m.owner, "?pageSize=1&page=2&targetId="+role).Items, 1)

		// The firm's audit log contains what the super-firm changed in the firm, and names the
		// super-firm.
		module := m.newModule()
		for _, c := range []*caller{m.owner, m.stranger} {
			done := m.auditLog(c, "?action=roleproperty.create").Items
			require.NotEmpty(t, done)
			require.Equal(t, module, done[0].Target.Name)
			require.Equal(t, m.super.Firms[0].FirmID, done[0].Actor.FirmID)
		}
		made := m.auditLog(m.owner, "?action=firm.create").Items
		require.Len(t, made, 1)
		require.Equal(t, m.firmID, made[0].Target.ID)

		// Only the super-firm reads the audit log of another firm, by its id.
		require.Zero(t, m.auditLog(m.stranger, "?targetId="+role).TotalCount)
		require.Equal(t, 2, m.auditLog(m.super, "?targetId="+role+"&firmId="+m.firmID).TotalCount)
		require.Zero(t, m.auditLog(m.super, "?targetId="+role).TotalCount)
		refused := a.REST(http.MethodGet, "/api/v1/audit?firmId="+m.firmID, m.stranger.token, nil)
		require.Equal(t, http.StatusForbidden, refused.Status)
		unknown := a.REST(http.MethodGet, "/api/v1/audit?firmId="+role, m.super.token, nil)
		require.Equal(t, http.StatusNotFound, unknown.Status)
		bad := a.REST(http.MethodGet, "/api/v1/audit?page=0&pageSize=101&from=yesterday&actorId=me", m.owner.token, nil)
		require.Equal(t, http.StatusBadRequest, bad.Status)
		require.Equal(t, fault.ValidationError, bad.Code())
		require.ElementsMatch(t, []string{"page", "pageSize", "from", "actorId"}, bad.Fields())
	})
}

// export returns the lines of an export, which must succeed.
func (m *matrix) export(c *caller, query string) [][]string {
	m.t.Helper()
	answer := m.REST(http.MethodGet, "/api/v1/audit/export"+query, c.token, nil)
	require.Equal(m.t, http.StatusOK, answer.Status, "%s", answer.Body)
	require.Equal(m.t, `attachment; filename="audit.csv"`, answer.Header.Get("Content-Disposition"))
	lines, err := csv.NewReader(bytes.NewReader(answer.Body)).ReadAll()
	require.NoError(m.t, err)
	return lines
}

func TestAuditExport(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		role := m.newRole()
		m.must(m.owner, http.MethodPut, "/api/v1/roles/update", map[string]any{"id": role, "description": "=of the export"})

		all := m.export(m.owner, "?pageSize=1&page=7")
		require.Len(t, all, 1+m.auditLog(m.owner, "").TotalCount, "a header, and every entry whatever the page")
		entry := m.export(m.owner, "?targetId="+role+"&action=role.update&format=")
		require.Len(t, entry, 2)
		require.Equal(t, role, entry[1][slices.Index(entry[0], "targetId")])
		require.JSONEq(t, `{"description":"=of the export"}`, entry[1][slices.Index(entry[0], "after")])
		require.Len(t, m.export(m.stranger, "?targetId="+role), 1, "another firm's")
		require.Len(t, m.export(m.super, "?targetId="+role+"&firmId="+m.firmID), 3)

		lines := a.REST(http.MethodGet, "/api/v1/audit/export?format=NDJSON&targetId="+role, m.owner.token, nil)
		require.Equal(t, "application/x-ndjson; charset=utf-8", lines.Header.Get("Content-Type"))
		var newest struct {
			Action string
			After  map[string]string
		}
		require.NoError(t, json.Unmarshal(bytes.SplitN(lines.Body, []byte("\n"), 2)[0], &newest))
		require.Equal(t, "role.update", newest.Action)
		require.Equal(t, "=of the export", newest.After["description"])

		for query, status := range map[string]int{
			"?firmId=" + m.firmID: http.StatusForbidden, "?format=xlsx": http.StatusBadRequest, "?from=yesterday": http.StatusBadRequest,
		} {
			refused := a.REST(http.MethodGet, "/api/v1/audit/export"+query, m.stranger.token, nil)
			require.Equal(t, status, refused.Status, query)
			require.NotNil(t, refused.Error)
		}
		require.Equal(t, http.StatusMethodNotAllowed, a.REST(http.MethodPost, "/api/v1/audit/export", m.owner.token, nil).Status)
	})
}
