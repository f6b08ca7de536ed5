package firmhubtest_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	entnotification "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// caller is a credential of one kind.
type caller struct {
	email, password string
	*firmhubtest.Session
	token, key string
}

// matrix is a firm with records for all operations, and one caller of each kind.
type matrix struct {
	*firmhubtest.App

	t                                     *testing.T
	firmID                                string
	owner, stranger, super, with, without *caller
	withRole, withoutRole, emptyRole      string
	keyWith, keyWithout                   *caller
	keyWithID, keyWithoutID               string
	permissions                           map[string]string // id by name
	permitted                             string            // by permit
	user                                  string
	hasChannel                            bool
	// channel is the one of messages that wait, or "".
	channel string
	// webhook is the last one that was made, or "".
	webhook string
	// approved is a template that can be sent.
	approved string
	// conversations has one in the firm of each of some callers; nil until it is needed.
	conversations map[*caller]string

	invited map[string]invitedUser // by e-mail
	count   int
}

func newMatrix(t *testing.T, a *firmhubtest.App) *matrix {
	t.Helper()
	m := &matrix{App: a, t: t, invited: map[string]invitedUser{}}
	m.owner = &caller{email: "olga@matrix.example", password: firmhubtest.OwnerPassword}
	m.owner.Session = a.NewFirm("Matrix", m.owner.email)
	m.owner.token, m.firmID = m.owner.Token, m.owner.Firms[0].FirmID
	m.stranger = &caller{email: "sam@stranger.example", password: firmhubtest.OwnerPassword}
	m.stranger.Session = a.NewFirm("Stranger", m.stranger.email)
	m.stranger.token = m.stranger.Token
	m.super = &caller{email: firmhubtest.AdminEmail, password: firmhubtest.AdminPassword}
	m.signIn(m.super)

	var properties []struct{ ID, ModuleName, PropertyName string }
	m.must(m.owner, http.MethodGet, "/api/v1/roles/properties", nil).Into(t, &properties)
	m.permissions = map[string]string{}
	for _, p := range properties {
		m.permissions[p.ModuleName+":"+p.PropertyName] = p.ID
	}
	m.withRole, m.withoutRole, m.emptyRole = m.newRole(), m.newRole(), m.newRole()
	m.with, m.without = m.newUser(m.withRole), m.newUser(m.withoutRole)
	m.keyWithID, m.keyWith = m.newKey()
	m.keyWithoutID, m.keyWithout = m.newKey()
	return m
}

// unique returns a new name.
func (m *matrix) unique(prefix string) string {
	m.count++
	return prefix + strconv.Itoa(m.count)
}

func (m *matrix) must(c *caller, method, path string, body any) *firmhubtest.Answer {
	m.t.Helper()
	answer := m.REST(method, path, c.token, body)
	require.Less(m.t, answer.Status, http.StatusBadRequest, "%s %s: %s", method, path, answer.Body)
	return answer
}

// make creates a record as the firm's owner or another caller, and returns its id.
func (m *matrix) make(c *caller, path string, body map[string]any) string {
	m.t.Helper()
	var made struct{ ID string }
	m.must(c, http.MethodPost, path, body).Into(m.t, &made)
	return made.ID
}

func (m *matrix) newRole() string {
	return m.make(m.owner, "/api/v1/roles/create", map[string]any{"name": m.unique("Role ")})
}

func (m *matrix) newContact() string {
	return m.make(m.owner, "/api/V1/Contact/create", map[string]any{"firstName": "Carl", "lastName": "Contact"})
}

// newChannel returns the id of a channel that sends. It is not the default one, whose deletion
// changes another channel, too.
func (m *matrix) newChannel() string {
	sandbox := map[string]any{"name": "Sandbox", "kind": "Sandbox"}
	if !m.hasChannel {
		m.make(m.owner, "/api/v1/messaging/channels", sandbox)
		m.hasChannel = true
	}
	return m.make(m.owner, "/api/v1/messaging/channels", sandbox)
}

// newWebhook returns the id of a webhook whose receiver does not exist. The one before is deleted,
// since a firm has 50 at most.
func (m *matrix) newWebhook() string {
	if m.webhook != "" {
		m.REST(http.MethodDelete, "/api/v1/webhooks/"+m.webhook, m.owner.token, nil)
	}
	m.webhook = m.make(m.owner, "/api/v1/webhooks", map[string]any{"name": "CRM", "url": "https://hooks.invalid/firmhub"})
	return m.webhook
}

// newDelivery returns a delivery: the id of its webhook, and its own.
func (m *matrix) newDelivery() map[string]any {
	webhook, id := m.newWebhook(), entity.NewID()
	inFirm := m.DB.InFirm(rule.ForFirm(m.t.Context(), uuid.MustParse(m.firmID), "a test makes a delivery"))
	_, err := inFirm.Exec(`
INSERT INTO webhook_deliveries (id, firm_id, webhook_id, event_id, event_type, status, attempts, step, created_at)
VALUES ($2, $1, $3, $4, 'contact.deleted', 'Failed', 8, 8, $5)`, id, uuid.MustParse(webhook), uuid.New(), entity.Now())
	require.NoError(m.t, err)
	return map[string]any{"id": webhook, "deliveryId": id.String()}
}

// newMailChannel returns the id of a channel to which people can write.
func (m *matrix) newMailChannel() string {
	return m.make(m.owner, "/api/v1/messaging/channels", map[string]any{
		"name": "Mail", "kind": "Email",
		"settings": map[string]any{"host": "mail.example.com", "port": 587, "security": "StartTls", "from": "ada@example.com"},
	})
}

// newQRCode returns a QR code: the id of its channel, and its code.
func (m *matrix) newQRCode() map[string]any {
	id := m.newMailChannel()
	var made struct{ Code string }
	m.must(m.owner, http.MethodPost, "/api/v1/messaging/channels/"+id+"/qrcodes", map[string]any{"text": "Hello"}).Into(m.t, &made)
	return map[string]any{"id": id, "code": made.Code}
}

func (m *matrix) pausedChannel() string {
	id := m.newChannel()
	m.must(m.owner, http.MethodPost, "/api/v1/messaging/channels/"+id+"/pause", nil)
	return id
}

func (m *matrix) templateName() string {
	return strings.ToLower(strings.ReplaceAll(m.unique("template "), " ", "_"))
}

func (m *matrix) newTemplate() string {
	return m.make(m.owner, "/api/v1/messaging/templates", map[string]any{
		"name": m.templateName(), "language": "en", "kind": "Sandbox", "category": "Utility", "body": "Hello",
	})
}

// campaignInput is a campaign to a contact that is deleted, so that it sends nothing.
func (m *matrix) campaignInput(*caller) map[string]any {
	if m.channel == "" {
		m.channel = m.newChannel()
	}
	if m.approved == "" {
		m.approved = m.newTemplate()
		m.must(m.owner, http.MethodPost, "/api/v1/messaging/templates/"+m.approved+"/submit", nil)
	}
	return map[string]any{
		"name": "Sale", "channelId": m.channel, "templateId": m.approved, "audience": map[string]any{"contactIds": []string{uuid.NewString()}},
		"scheduledAt": time.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339),
	}
}

func (m *matrix) newCampaign() string {
	return m.make(m.owner, "/api/v1/messaging/campaigns", m.campaignInput(nil))
}

func (m *matrix) scheduledCampaign() string {
	id := m.newCampaign()
	m.must(m.owner, http.MethodPost, "/api/v1/messaging/campaigns/"+id+"/execute", nil)
	return id
}

func (m *matrix) pausedCampaign() string {
	id := m.scheduledCampaign()
	m.must(m.owner, http.MethodPost, "/api/v1/messaging/campaigns/"+id+"/pause", nil)
	return id
}

// newConversation returns the conversation of a message that waits until tomorrow.
func (m *matrix) newConversation() string {
	if m.channel == "" {
		m.channel = m.newChannel()
	}
	return m.conversationIn(m.owner, m.channel)
}

func (m *matrix) conversationIn(by *caller, channel string) string {
	var sent struct{ ConversationID string }
	m.must(by, http.MethodGet, "/api/v1/messaging/messages/"+m.sendLater(by, channel), nil).Into(m.t, &sent)
	require.NotEmpty(m.t, sent.ConversationID)
	return sent.ConversationID
}

func (m *matrix) newQuickReply() string {
	return m.make(m.owner, "/api/v1/messaging/quick-replies", map[string]any{"shortcut": m.unique("hello "), "body": "Hello"})
}

// queuedMessage returns a message that waits until tomorrow.
func (m *matrix) queuedMessage() string {
	if m.channel == "" {
		m.channel = m.newChannel()
	}
	return m.sendLater(m.owner, m.channel)
}

// messageWithFile returns a message with a file, which waits until tomorrow.
func (m *matrix) messageWithFile() string {
	if m.channel == "" {
		m.channel = m.newChannel()
	}
	return m.acceptLater(m.owner, m.channel, map[string]any{"media": map[string]any{"fileId": m.newFile(m.owner)}})
}

func (m *matrix) sendLater(by *caller, channel string) string {
	return m.acceptLater(by, channel, map[string]any{"body": "Hello"})
}

// acceptLater has a message with a content accepted that waits until tomorrow, and returns its id.
func (m *matrix) acceptLater(by *caller, channel string, message map[string]any) string {
	message["channelId"], message["to"], message["notBefore"] = channel, "+15005550000", time.Now().AddDate(0, 0, 1)
	var sent struct{ Accepted []struct{ ID string } }
	m.must(by, http.MethodPost, "/api/v1/messaging/send", map[string]any{"messages": []any{message}}).Into(m.t, &sent)
	require.Len(m.t, sent.Accepted, 1)
	return sent.Accepted[0].ID
}

// newTag returns the name of a tag that a contact has.
func (m *matrix) newTag() string {
	tag := m.unique("tag")
	m.make(m.owner, "/api/V1/Contact/create", map[string]any{"firstName": "Carl", "lastName": "Contact", "tags": []string{tag}})
	return tag
}

func (m *matrix) newNotification() string {
	return m.make(m.owner, "/api/v1/notification", map[string]any{"title": "Synced", "message": "Done.", "module": "System"})
}

const memberPassword = "Memb3r-secret!"

func (m *matrix) person(role string) map[string]any {
	return map[string]any{
		"firstName": "Pat", "lastName": "Person", "email": m.unique("pat") + "@matrix.example", "password": memberPassword, "roleId": role,
	}
}

func (m *matrix) newUser(role string) *caller {
	person := m.person(role)
	m.make(m.owner, "/api/v1/users/create", person)
	c := &caller{email: person["email"].(string), password: memberPassword}
	m.signIn(c)
	return c
}

func (m *matrix) newKey() (id string, c *caller) {
	var made struct{ ID, APIKey string }
	m.must(m.owner, http.MethodPost, "/api/v1/ApiClient", map[string]any{"name": m.unique("Key ")}).Into(m.t, &made)
	return made.ID, &caller{key: made.APIKey}
}

func (m *matrix) newRule() string {
	var made struct{ CreatePolicyRule struct{ ID string } }
	answer := m.GraphQL(m.super.token, graphQLAlone["createPolicyRule"], map[string]any{"input": m.rule()})
	require.Empty(m.t, answer.Errors)
	answer.Into(m.t, &made)
	return made.CreatePolicyRule.ID
}

// rule returns the input of a policy rule that grants an unused permission to an unused role.
func (m *matrix) rule() map[string]any {
	return map[string]any{"line": "p, role:" + m.unique("nobody") + ", " + m.firmID + ", Wallet, View, allow", "note": "matrix"}
}

func (m *matrix) newModule() string {
	module := m.unique("Module")
	m.must(m.super, http.MethodPost, "/api/v1/admin/roleproperty/create", map[string]any{
		"moduleName": module, "properties": []any{map[string]any{"propertyName": "View"}},
	})
	return module
}

func (m *matrix) signIn(c *caller) {
	m.t.Helper()
	c.Session = m.Login(c.email, c.password)
	c.token = c.Token
}

// permit grants the role and the key "with" exactly the required permission, and those "without"
// all others.
func (m *matrix) permit(t *testing.T, o operation) {
	t.Helper()
	wanted := o.permission()
	if m.permitted == o.who+o.other {
		return
	}
	m.permitted = o.who + o.other
	var with, without []string
	for name, id := range m.permissions {
		switch name {
		case wanted:
			with = append(with, id)
		case o.other:
		default:
			without = append(without, id)
		}
	}
	require.Equal(t, wanted != "", len(with) == 1, "%s: there is no %s", o.name, wanted)
	m.must(m.owner, http.MethodPut, "/api/v1/roles/"+m.withRole+"/permissions", map[string]any{"propertyIds": orNone(with)})
	m.must(m.owner, http.MethodPut, "/api/v1/roles/"+m.withoutRole+"/permissions", map[string]any{"propertyIds": without})
	if !o.takesKeys() || wanted == "" {
		return
	}
	without = nil
	for _, p := range authz.Catalog() {
		if p.ForAPIClients() && p.String() != wanted && p.String() != o.other {
			without = append(without, p.String())
		}
	}
	m.must(m.owner, http.MethodPut, "/api/v1/ApiClient/"+m.keyWithID, map[string]any{"permissions": []string{wanted}})
	m.must(m.owner, http.MethodPut, "/api/v1/ApiClient/"+m.keyWithoutID, map[string]any{"permissions": without})
}

func orNone(ids []string) []string {
	if ids == nil {
		return []string{}
	}
	return ids
}

// newFile returns the id of a new file of the caller, or of the owner where the caller may not
// upload.
func (m *matrix) newFile(c *caller) string {
	m.t.Helper()
	for _, by := range []*caller{c, m.owner} {
		answer := m.send(by, http.MethodPost, firmhubtest.UploadPath, firmhubtest.FormType, firmhubtest.UploadForm("a.csv", "text/csv", "a"))
		if answer.Status == http.StatusCreated {
			var made firmhubtest.File
			answer.Into(m.t, &made)
			return made.FileID
		}
	}
	m.t.Fatal("the owner can't upload")
	return ""
}

// newImport returns the id of an import that waits.
func (m *matrix) newImport() string {
	m.t.Helper()
	const imports = "/api/V1/Contact/import/"
	answer := m.must(m.owner, http.MethodPost, imports+"upload", map[string]any{"fileId": m.newFile(m.owner)})
	return strings.TrimPrefix(answer.Header.Get("Location"), imports)
}

// newJob queues a job, and returns its id.
func (m *matrix) newJob() string {
	m.newImport()
	waiting, err := m.Jobs.List(m.t.Context(), []job.State{job.Available}, 1)
	require.NoError(m.t, err)
	require.Len(m.t, waiting, 1)
	return strconv.FormatInt(waiting[0].ID, 10)
}

// cancelledJob returns the id of a job that can be retried.
func (m *matrix) cancelledJob() string {
	id := m.newJob()
	number, err := strconv.ParseInt(id, 10, 64)
	require.NoError(m.t, err)
	require.NoError(m.t, m.Jobs.Cancel(m.t.Context(), number))
	return id
}

// notifyAll stores a notification to everyone in each firm that a caller is in.
func (m *matrix) notifyAll() {
	m.t.Helper()
	for _, c := range []*caller{m.owner, m.stranger, m.super} {
		in := viewer.NewContext(m.t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: uuid.MustParse(c.Firms[0].FirmID)})
		_, err := m.Notifications.Create(in, notification.Input{Title: "Synced", Message: "Done.", Module: entnotification.ModuleSystem})
		require.NoError(m.t, err)
	}
}

// newEndedImport returns the id of an import that has ended.
func (m *matrix) newEndedImport() string {
	m.t.Helper()
	id := m.newImport()
	m.must(m.owner, http.MethodPost, "/api/V1/Contact/import/"+id+"/cancel", nil)
	return id
}
