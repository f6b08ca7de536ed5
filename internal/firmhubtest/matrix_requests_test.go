package firmhubtest_test

import (
	"maps"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/internal/domain/factor/factortest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// request describes a request for an operation that succeeds for callers with the permission.
type request struct {
	// values returns the variables of the operation by name; each call creates the records that the
	// request changes.
	values func(m *matrix, c *caller) map[string]any
	// ofCaller is set if the values differ for each caller.
	ofCaller bool
	// elsewhere is the status for a caller with the permission in another firm than that of the
	// values. It is zero if the values belong to no firm.
	elsewhere int
	// after undoes what a success changed about the caller.
	after func(m *matrix, c *caller)
	// event makes an event of a subscription that sends none at its beginning. It runs beside the
	// test.
	event func(m *matrix, c *caller, values map[string]any)
}

func plain(values map[string]any) request {
	return request{values: func(*matrix, *caller) map[string]any { return values }}
}

// of returns a request for one record of the firm.
func of(name string, id func(m *matrix) string) request {
	return request{elsewhere: http.StatusNotFound, values: func(m *matrix, _ *caller) map[string]any {
		return map[string]any{name: id(m)}
	}}
}

func (r request) and(name string, value func(m *matrix) any) request {
	inner := r.values
	r.values = func(m *matrix, c *caller) map[string]any {
		values := maps.Clone(inner(m, c)) // those of plain are for both databases
		values[name] = value(m)
		return values
	}
	return r
}

func constant(value any) func(*matrix) any { return func(*matrix) any { return value } }

// userID returns the id of a user who is not removed yet. It is reused, since creating a user
// hashes a password.
func (m *matrix) userID() string {
	if m.user == "" {
		m.user = m.make(m.owner, "/api/v1/users/create", m.person(m.emptyRole))
	}
	return m.user
}

// invitedUser is a pending invitation of a caller to another firm.
type invitedUser struct{ ID, RelationID string }

// invitation returns the variables with which the caller accepts a pending invitation to another
// firm.
func (m *matrix) invitation(c *caller) map[string]any {
	invited, isOpen := m.invited[c.email]
	if !isOpen {
		by := m.host(c)
		person := m.person(m.roleOf(by))
		person["email"] = c.email
		m.must(by, http.MethodPost, "/api/v1/users/create", person).Into(m.t, &invited)
		m.invited[c.email] = invited
	}
	return map[string]any{"id": invited.RelationID, "password": memberPassword}
}

// host returns the owner of another firm than the caller's.
func (m *matrix) host(c *caller) *caller {
	if c.email == m.stranger.email {
		return m.owner
	}
	return m.stranger
}

// roleOf returns the role of an owner in the firm.
func (m *matrix) roleOf(owner *caller) string {
	var me struct{ Role struct{ ID string } }
	m.must(owner, http.MethodGet, "/api/v1/auth/me", nil).Into(m.t, &me)
	return me.Role.ID
}

// newKeyID returns the id of a new key without permissions, which everybody may grant.
func (m *matrix) newKeyID() string {
	return m.make(m.owner, "/api/v1/ApiClient", map[string]any{"name": m.unique("Key "), "permissions": []string{}})
}

// own returns values of the caller's session, or of the owner's for a caller without a session.
func own(values func(m *matrix, c *caller) map[string]any) request {
	return request{ofCaller: true, values: func(m *matrix, c *caller) map[string]any {
		if c.email == "" {
			c = m.owner
		}
		return values(m, c)
	}}
}

func (r request) then(after func(m *matrix, c *caller)) request {
	r.after = after
	return r
}

// ofOwnFile returns a request for a file that the caller uploaded.
func ofOwnFile() request {
	return request{ofCaller: true, values: func(m *matrix, c *caller) map[string]any { return map[string]any{"id": m.newFile(c)} }}
}

// ofFirm returns a request of the super-firm for the firm.
func ofFirm() request {
	return request{values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"firmId": m.firmID} }}
}

// examples returns the request for each operation by its name.
var examples = map[string]request{
	"login": own(func(_ *matrix, c *caller) map[string]any {
		return map[string]any{"email": c.email, "password": c.password}
	}),
	"refreshToken": own(func(m *matrix, c *caller) map[string]any {
		return map[string]any{"refreshToken": m.Login(c.email, c.password).RefreshToken}
	}),
	"setFirm": own(func(_ *matrix, c *caller) map[string]any {
		here := c.Firms[0]
		return map[string]any{"userId": c.User.ID, "relationId": here.RelationID, "sessionId": here.SessionID}
	}),
	"logout": plain(nil).then((*matrix).signIn),
	"me":     plain(nil),
	"changePassword": own(func(_ *matrix, c *caller) map[string]any {
		return map[string]any{"currentPassword": c.password, "newPassword": c.password + "x"}
	}).then(func(m *matrix, c *caller) {
		c.password += "x"
		m.signIn(c)
	}),
	"updateMe":    plain(map[string]any{"lastName": "Person"}),
	"invitations": plain(nil),

	"forgotPassword":         own(func(_ *matrix, c *caller) map[string]any { return map[string]any{"email": c.email} }),
	"resetPassword":          mailed(mailtoken.PurposeResetPassword, map[string]any{"newPassword": memberPassword + "x"}),
	"verifyEmail":            mailed(mailtoken.PurposeVerifyEmail, nil),
	"sendVerification":       plain(nil),
	"acceptMailedInvitation": mailed(mailtoken.PurposeInvitation, map[string]any{"password": memberPassword}),

	"acceptInvitation": own((*matrix).invitation).then(func(m *matrix, c *caller) {
		by, invited := m.host(c), m.invited[c.email]
		m.must(by, http.MethodDelete, "/api/v1/users/delete/"+invited.ID, nil)
		delete(m.invited, c.email)
	}),
	"declineInvitation": own(func(m *matrix, c *caller) map[string]any {
		return map[string]any{"id": m.invitation(c)["id"]}
	}).then(func(m *matrix, c *caller) { delete(m.invited, c.email) }),
	"loginMfa": {values: func(m *matrix, _ *caller) map[string]any { return m.challenge() }},
	"exchangeOidc": {values: func(m *matrix, _ *caller) map[string]any {
		return map[string]any{"code": m.codeOfProvider()}
	}},
	"oidcProviders": plain(nil),
	"mfa":           plain(nil),
	"beginTotp":     plain(nil),
	"confirmTotp": own(func(m *matrix, c *caller) map[string]any {
		return map[string]any{"code": factortest.Code(m.t, m.beginTotp(c), time.Now())}
	}).then((*matrix).resetFactor),
	"removeTotp": {ofCaller: true, values: func(m *matrix, c *caller) map[string]any {
		if c.email == "" {
			return map[string]any{"currentPassword": "x", "code": "123456"}
		}
		secret, _ := m.addFactor(c)
		// The code of the present step is used up.
		return map[string]any{"currentPassword": c.password, "code": factortest.Code(m.t, secret, time.Now().Add(30*time.Second))}
	}},
	"beginRecoveryCodes": own(func(m *matrix, c *caller) map[string]any {
		m.addPasskey(c)
		return nil
	}).then((*matrix).resetFactor),
	"renewRecoveryCodes": own(func(m *matrix, c *caller) map[string]any {
		secret, _ := m.addFactor(c)
		return map[string]any{"currentPassword": c.password, "code": factortest.Code(m.t, secret, time.Now().Add(30*time.Second))}
	}).then((*matrix).resetFactor),
	"passkeys":     plain(nil),
	"beginPasskey": plain(nil),
	"finishPasskey": own(func(m *matrix, c *caller) map[string]any {
		m.resetFactor(c)
		_, values := m.newPasskey(c)
		return values
	}).then((*matrix).resetFactor),
	"removePasskey": {ofCaller: true, values: func(m *matrix, c *caller) map[string]any {
		if c.email == "" {
			return map[string]any{"id": uuid.NewString(), "currentPassword": "x"}
		}
		m.resetFactor(c)
		_, id := m.addPasskey(c)
		return map[string]any{"id": id, "currentPassword": c.password}
	}},
	"beginLoginMfaPasskey": {values: func(m *matrix, _ *caller) map[string]any {
		return map[string]any{"mfaToken": m.passkeyChallenge()["mfaToken"]}
	}},
	"loginMfaPasskey":   {values: func(m *matrix, _ *caller) map[string]any { return m.passkeyChallenge() }},
	"beginLoginPasskey": plain(nil),
	"loginPasskey":      {values: func(m *matrix, _ *caller) map[string]any { return m.passkeySignIn() }},
	"sessions":          plain(nil),
	"endSession": own(func(_ *matrix, c *caller) map[string]any {
		return map[string]any{"id": c.Firms[0].SessionID}
	}).then((*matrix).signIn),
	"endOtherSessions": plain(nil),

	"createContact": plain(map[string]any{"firstName": "Carl", "lastName": "Contact"}),
	"contact":       of("id", (*matrix).newContact),
	"contactPage":   plain(map[string]any{"pageSize": 1}),
	"contactSearch": plain(map[string]any{"searchTerm": "carl", "pageSize": 1}),
	"contactExport": plain(map[string]any{"searchTerm": "carl"}),
	"contacts":      plain(nil),
	"updateContact": of("id", (*matrix).newContact).and("lastName", constant("Changed")),
	"deleteContact": of("id", (*matrix).newContact),
	"exportContact": of("id", (*matrix).newContact),
	"eraseContact":  of("id", (*matrix).newContact),
	"deleteContacts": {elsewhere: http.StatusOK, values: func(m *matrix, _ *caller) map[string]any {
		return map[string]any{"ids": []string{m.newContact()}}
	}},
	"changeContactTags": of("contactId", (*matrix).newContact).and("tagsToAdd", constant([]string{"matrix"})),
	"changeTagsOfContacts": {elsewhere: http.StatusOK, values: func(m *matrix, _ *caller) map[string]any {
		return map[string]any{"contactIds": []string{m.newContact()}, "tagsToAdd": []string{"matrix"}}
	}},
	"tagNames":  plain(map[string]any{"limit": 1}),
	"tagPage":   plain(map[string]any{"pageSize": 1}),
	"renameTag": of("tag", (*matrix).newTag).and("name", func(m *matrix) any { return m.unique("renamed") }),
	"mergeTags": of("into", (*matrix).newTag).and("tags", func(m *matrix) any { return []string{m.newTag()} }),
	"deleteTag": of("tag", (*matrix).newTag),

	"createFirm": {values: func(m *matrix, _ *caller) map[string]any {
		return map[string]any{
			"name": m.unique("Firm "), "currency": "EUR", "timeZone": "UTC",
			"owner": map[string]any{
				"firstName": "Olga", "lastName": "Owner", "email": m.unique("o") + "@new.example", "password": firmhubtest.OwnerPassword,
			},
		}
	}},
	"firmPage": plain(map[string]any{"pageSize": 1}),
	"firm":     {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"id": m.firmID} }},
	"updateFirm": {values: func(m *matrix, _ *caller) map[string]any {
		return map[string]any{"id": m.firmID, "messagingTier": "Tier2000"}
	}},
	"pricingPlans": plain(nil),
	"savePricingPlan": plain(map[string]any{"currency": "EUR", "prices": []any{}}).
		and("name", func(m *matrix) any { return m.unique("Plan ") }),
	"rolePropertyGroups": plain(map[string]any{"pageSize": 1}),
	"createRoleProperties": plain(map[string]any{"properties": []any{map[string]any{"propertyName": "View"}}}).
		and("moduleName", func(m *matrix) any { return m.unique("Module") }),
	"updateRoleProperties": plain(map[string]any{"properties": []any{map[string]any{"propertyName": "View", "displayName": "See"}}}).
		and("moduleName", func(m *matrix) any { return m.newModule() }),
	"deleteRoleProperties": {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"moduleName": m.newModule()} }},
	"jobs":                 plain(nil),
	"retryJob":             {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"number": m.cancelledJob()} }},
	"cancelJob":            {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"number": m.newJob()} }},
	"serverFigures":        plain(nil),
	"policyRules":          plain(nil),
	"policyExport":         {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"firmId": m.firmID} }},
	"rehearsePolicyRule":   {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"add": []any{m.rule()["line"]}} }},
	"createPolicyRule":     {values: func(m *matrix, _ *caller) map[string]any { return m.rule() }},
	"updatePolicyRule":     {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"id": m.newRule(), "note": "new"} }},
	"deletePolicyRule":     {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"id": m.newRule()} }},

	"roles":           plain(nil),
	"roleLookup":      plain(nil),
	"userLookup":      plain(nil),
	"roleProperties":  plain(nil),
	"role":            of("id", (*matrix).newRole),
	"rolePermissions": of("roleId", (*matrix).newRole),
	"explainAccess": of("userId", (*matrix).userID).
		and("module", constant("Contact")).and("action", constant("View")),
	"createRole": {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"name": m.unique("Role ")} }},
	"updateRole": of("id", (*matrix).newRole).and("description", constant("changed")),
	"deleteRole": of("id", (*matrix).newRole),
	"setRolePermissions": of("roleId", (*matrix).newRole).
		and("propertyIds", func(m *matrix) any { return []string{m.permissions["Role:ModifyPermissions"]} }),

	"userPage": plain(map[string]any{"pageSize": 1}),
	"user":     of("id", (*matrix).userID),
	"createUser": {elsewhere: http.StatusBadRequest, values: func(m *matrix, _ *caller) map[string]any {
		return m.person(m.emptyRole)
	}},
	"inviteUser": of("id", (*matrix).userID).and("password", constant(memberPassword)),
	"updateUser": of("id", (*matrix).userID).and("lastName", constant("Changed")),
	"removeUser": of("id", (*matrix).userID).then(func(m *matrix, _ *caller) { m.user = "" }),

	"apiClients":          plain(nil),
	"apiClientPage":       plain(map[string]any{"status": "All", "pageSize": 1}),
	"apiClient":           of("id", (*matrix).newKeyID),
	"ownApiClient":        plain(nil),
	"apiCalls":            of("id", (*matrix).newKeyID),
	"auditEntries":        plain(nil),
	"users":               plain(nil),
	"apiClientUsage":      of("id", (*matrix).newKeyID),
	"createApiClient":     {values: func(m *matrix, _ *caller) map[string]any { return map[string]any{"name": m.unique("Key ")} }},
	"updateApiClient":     of("id", (*matrix).newKeyID).and("description", constant("changed")),
	"revokeApiClient":     of("id", (*matrix).newKeyID),
	"regenerateApiClient": of("id", (*matrix).newKeyID),

	"importContacts":      of("fileId", func(m *matrix) string { return m.newFile(m.owner) }).and("dryRun", constant(true)),
	"contactImport":       of("jobId", (*matrix).newImport),
	"contactImportPage":   plain(map[string]any{"pageSize": 1}),
	"contactImportErrors": of("jobId", (*matrix).newImport),
	"cancelContactImport": of("jobId", (*matrix).newImport),
	"undoContactImport":   of("jobId", (*matrix).newEndedImport),
	"importProgress":      of("jobId", (*matrix).newEndedImport),

	"uploadFile":  plain(map[string]any{"file": attached("first,last\n")}),
	"filePage":    plain(map[string]any{"pageSize": 1}),
	"file":        ofOwnFile(),
	"fileContent": ofOwnFile(),
	"deleteFile":  ofOwnFile(),

	"createNotification":       plain(map[string]any{"title": "Synced", "message": "The templates were synced.", "module": "Template"}),
	"notificationPage":         plain(map[string]any{"pageSize": 1}),
	"notifications":            plain(nil),
	"unreadNotificationCount":  plain(nil),
	"markNotificationRead":     of("id", (*matrix).newNotification),
	"markAllNotificationsRead": plain(nil),
	"deleteNotification":       of("id", (*matrix).newNotification),
	"notificationReceived": {values: func(m *matrix, _ *caller) map[string]any {
		m.notifyAll()
		return map[string]any{"since": uuid.NewString()}
	}},
	"unreadCountChanged": plain(nil),

	"walletBalanceChanged":        plain(nil),
	"walletBalance":               plain(nil),
	"walletTransactionPage":       plain(map[string]any{"pageSize": 1}),
	"walletTransactions":          plain(nil),
	"walletMonthlySummary":        plain(map[string]any{"year": 2026, "month": 11}),
	"walletStatement":             plain(map[string]any{"year": 2026, "month": 11}),
	"creditWallet":                ofFirm().and("amount", constant("12.5")).and("reason", constant("Top-up")),
	"adjustWallet":                ofFirm().and("amount", constant(1)).and("reason", constant("Correction")),
	"discountWallet":              ofFirm().and("amount", constant(1)).and("reason", constant("Sorry")),
	"clientWalletBalance":         ofFirm(),
	"clientWalletSummary":         ofFirm(),
	"clientWalletStatement":       ofFirm().and("year", constant(2026)).and("month", constant(11)),
	"clientWalletTransactionPage": ofFirm().and("pageSize", constant(1)),
	"clientWalletPage":            plain(map[string]any{"searchTerm": "matrix"}),
	"clientWallet":                ofFirm(),
	"walletDashboard":             plain(nil),

	"messagePage": plain(map[string]any{"pageSize": 1}),
	"reportMessages": plain(map[string]any{}).and("messages", func(m *matrix) any {
		return []any{map[string]any{
			"providerMessageId": m.unique("message "), "direction": "Inbound", "phone": "+4915112345678", "category": "Service",
			"status": "Delivered", "occurredAt": time.Now(),
		}}
	}),
	"reportMessageStatuses": plain(map[string]any{"statuses": []any{
		map[string]any{"providerMessageId": "nobody's", "status": "Read", "occurredAt": time.Now()},
	}}),
	"sendMessages": plain(map[string]any{"messages": []any{
		map[string]any{"to": "+15005550000", "body": "Hello", "kind": "Email"}, // rejected, and so without a channel
	}}),
	"message":       of("id", (*matrix).queuedMessage),
	"messageMedia":  of("id", (*matrix).messageWithFile),
	"cancelMessage": of("id", (*matrix).queuedMessage),
	"channels":      plain(nil),
	"channelLookup": plain(nil),
	"channel":       of("id", (*matrix).newChannel),
	"createChannel": plain(map[string]any{"name": "Mail", "kind": "Sandbox"}),
	"updateChannel": of("id", (*matrix).newChannel).and("name", constant("Changed")),
	"deleteChannel": of("id", (*matrix).newChannel),
	"testChannel":   of("id", (*matrix).newChannel),
	"pauseChannel":  of("id", (*matrix).newChannel),
	"resumeChannel": of("id", (*matrix).pausedChannel),

	"channelQrCodes":      of("id", (*matrix).newMailChannel),
	"createChannelQrCode": of("id", (*matrix).newMailChannel).and("text", constant("Hello")),
	"deleteChannelQrCode": {elsewhere: http.StatusNotFound, values: func(m *matrix, _ *caller) map[string]any { return m.newQRCode() }},

	"conversations":         plain(map[string]any{"limit": 1}),
	"conversation":          of("id", (*matrix).newConversation),
	"conversationMessages":  of("id", (*matrix).newConversation).and("limit", constant(1)),
	"replyToConversation":   of("id", (*matrix).newConversation).and("body", constant("Hello")),
	"addConversationNote":   of("id", (*matrix).newConversation).and("body", constant("Call back.")),
	"markConversationRead":  of("id", (*matrix).newConversation),
	"assignConversation":    of("id", (*matrix).newConversation).and("userId", constant(nil)),
	"setConversationStatus": of("id", (*matrix).newConversation).and("status", constant("Closed")),
	"setTyping":             of("id", (*matrix).newConversation).and("isTyping", constant(true)),
	"messageChanged":        of("conversationId", (*matrix).newConversation).while(noteOfOwner),
	"conversationChanged":   request{values: conversationsOfAll}.while(noteOfCaller),
	"typing":                of("conversationId", (*matrix).newConversation).while(colleagueTypes),
	"conversationAssignees": plain(nil),
	"quickReplies":          plain(nil),
	"createQuickReply":      plain(map[string]any{"body": "Thanks"}).and("shortcut", func(m *matrix) any { return m.unique("thanks ") }),
	"changeQuickReply": of("id", (*matrix).newQuickReply).and("body", constant("Thanks!")).
		and("shortcut", func(m *matrix) any { return m.unique("thanks ") }),
	"deleteQuickReply": of("id", (*matrix).newQuickReply),

	"campaigns":                plain(map[string]any{"pageSize": 1}),
	"campaign":                 of("id", (*matrix).newCampaign),
	"quoteCampaign":            of("id", (*matrix).newCampaign),
	"quoteCampaignDetails":     of("id", (*matrix).newCampaign),
	"campaignRecipients":       of("id", (*matrix).newCampaign),
	"campaignRecipientsExport": of("id", (*matrix).newCampaign),
	"createCampaign":           {elsewhere: http.StatusBadRequest, values: (*matrix).campaignInput},
	"updateCampaign":           of("id", (*matrix).newCampaign).and("name", constant("Summer sale")),
	"deleteCampaign":           of("id", (*matrix).newCampaign),
	"executeCampaign":          of("id", (*matrix).newCampaign),
	"pauseCampaign":            of("id", (*matrix).scheduledCampaign),
	"resumeCampaign":           of("id", (*matrix).pausedCampaign),
	"cancelCampaign":           of("id", (*matrix).scheduledCampaign),
	"campaignProgress":         of("id", (*matrix).newCampaign),

	"templates":       plain(map[string]any{"pageSize": 1}),
	"template":        of("id", (*matrix).newTemplate),
	"previewTemplate": of("id", (*matrix).newTemplate),
	"createTemplate": plain(map[string]any{"language": "en", "kind": "Sandbox", "category": "Utility", "body": "Hello"}).
		and("name", func(m *matrix) any { return m.templateName() }),
	"updateTemplate": of("id", (*matrix).newTemplate).and("body", constant("Goodbye")),
	"deleteTemplate": of("id", (*matrix).newTemplate),
	"submitTemplate": of("id", (*matrix).newTemplate),
	"syncTemplates":  of("channelId", (*matrix).newChannel), // whose provider keeps none

	"messageVolume":       plain(map[string]any{"period": "Weekly"}),
	"messageDelivery":     plain(nil),
	"messageHours":        plain(nil),
	"messageTemplates":    plain(nil),
	"topContacts":         plain(map[string]any{"limit": 1}),
	"consents":            plain(map[string]any{"state": "OptedOut"}),
	"consentHistory":      plain(map[string]any{"address": "+12015550123"}),
	"consentExport":       plain(map[string]any{"state": "OptedIn"}),
	"webhookEvents":       plain(map[string]any{"limit": 10}),
	"webhookEventTypes":   plain(nil),
	"webhooks":            plain(nil),
	"webhook":             of("id", (*matrix).newWebhook),
	"createWebhook":       plain(map[string]any{"name": "Shop", "url": "https://hooks.invalid/shop", "eventTypes": []any{"contact.created"}}),
	"updateWebhook":       of("id", (*matrix).newWebhook).and("name", constant("Changed")),
	"deleteWebhook":       of("id", (*matrix).newWebhook),
	"rotateWebhookSecret": of("id", (*matrix).newWebhook),
	"testWebhook":         of("id", (*matrix).newWebhook),
	"replayWebhook":       of("id", (*matrix).newWebhook).and("since", constant("2026-01-31T09:30:00Z")),
	"webhookDeliveries":   of("id", (*matrix).newWebhook),
	"retryWebhookDelivery": {elsewhere: http.StatusNotFound, values: func(m *matrix, _ *caller) map[string]any {
		return m.newDelivery()
	}},
	"countSegments":      plain(map[string]any{"body": "Hello"}),
	"ownFirm":            plain(nil),
	"updateOwnFirm":      plain(map[string]any{"lowBalanceThreshold": "1"}),
	"setConsent":         plain(map[string]any{"address": "+12015550123", "state": "OptedIn"}),
	"messagingLimits":    plain(nil),
	"messagingDashboard": plain(map[string]any{"period": "Yearly"}),
	"messageExport":      plain(map[string]any{"period": "Daily"}),

	"auditLog":    plain(map[string]any{"pageSize": 1}),
	"auditExport": plain(map[string]any{"action": "role"}),
}
