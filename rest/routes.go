package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// Routes returns the table of all routes.
func Routes() []Route {
	return []Route{
		{
			Method: http.MethodPost, Path: "/api/v1/auth/login",
			Operation: "auth/login", Message: "Signed in.",
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/refreshtoken",
			Operation: "auth/refreshToken", Message: "Token refreshed.",
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/setfirm",
			Operation: "auth/setFirm", Message: "Firm chosen.",
			Refusals: []fault.Code{fault.Forbidden},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/logout",
			Operation: "auth/logout", Message: "Signed out.", NoData: true,
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/me",
			Operation: "auth/me", Message: "You are signed in.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/auth/me",
			Operation: "auth/updateMe", Message: "Account updated.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/invitations",
			Operation: "auth/invitations", Message: "Invitations listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/invitations/{id}/accept",
			Operation: "auth/acceptInvitation", Message: "Invitation accepted.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/invitations/{id}/decline",
			Operation: "auth/declineInvitation", Message: "Invitation declined.", NoData: true,
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/changepassword",
			Operation: "auth/changePassword", Message: "Password changed.", NoData: true,
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/create",
			Operation: "contact/createContact", Message: "Contact created.",
			Status: http.StatusCreated, Location: "/api/V1/Contact/get/{id}",
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/get/{id}",
			Operation: "contact/contact", Message: "Contact found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/getall",
			Operation: "contact/contactPage", Message: "Contacts listed.", OptionalBody: true,
		},
		{
			Method: http.MethodPut, Path: "/api/V1/Contact/update",
			Operation: "contact/updateContact", Message: "Contact updated.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/V1/Contact/delete", Source: FromEither,
			Operation: "contact/deleteContact", Message: "Contact deleted.", NoData: true,
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodDelete, Path: "/api/V1/Contact/bulkdelete", Source: FromEither,
			Operation: "contact/deleteContacts", Message: "Contacts deleted.",
		},
		{
			Method: http.MethodPut, Path: "/api/V1/Contact/add-or-remove-tags",
			Operation: "contact/changeContactTags", Message: "Tags changed.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPut, Path: "/api/V1/Contact/bulk-add-or-remove-tags",
			Operation: "contact/changeTagsOfContacts", Message: "Tags changed.",
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/tags/search",
			Operation: "contact/tagNames", Message: "Tags listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/tags",
			Operation: "contact/tagPage", Message: "Tags listed.",
		},
		{
			Method: http.MethodPut, Path: "/api/V1/Contact/tags/{tag}",
			Operation: "contact/renameTag", Message: "Tag renamed.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/V1/Contact/tags/{tag}",
			Operation: "contact/deleteTag", Message: "Tag deleted.", NoData: true,
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/search",
			Operation: "contact/contactSearch", Aliases: map[string][]string{"searchTerm": {"q"}}, Message: "Contacts found.",
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/export", Kind: Stream,
			Operation: "contact/contactExport", Omit: []string{"page", "pageSize"}, FileName: "contacts",
			Message: "The contacts, newest first by default.",
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/import/upload",
			Operation: "contact/importContacts", Message: "The import was queued.", NoData: true,
			Status: http.StatusAccepted, Location: "/api/V1/Contact/import/{jobId}",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/import",
			Operation: "contact/contactImportPage", Message: "Imports listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/import/{jobId}",
			Operation: "contact/contactImport", Message: "Import found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/import/{jobId}/errors", Kind: Stream,
			Operation: "contact/contactImportErrors", Omit: []string{"page", "pageSize"}, FileName: "rejected-rows",
			Message: "The rejected rows as they came, with their numbers and faults.", Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/import/{jobId}/cancel",
			Operation: "contact/cancelContactImport", Message: "Import cancelled.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/import/{jobId}/undo",
			Operation: "contact/undoContactImport", Message: "The undoing of the import was queued.",
			Status: http.StatusAccepted, Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/firm/create",
			Operation: "admin/createFirm", Message: "Firm created.", Warning: "warning",
			Status: http.StatusCreated, Location: "/api/v1/admin/firm/get/{id}", Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/firm/getall",
			Operation: "admin/firmPage", Message: "Firms listed.", OptionalBody: true,
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/firm/get/{id}",
			Operation: "admin/firm", Message: "Firm found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/admin/firm/update",
			Operation: "admin/updateFirm", Message: "Firm updated.", Warning: "warning",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/pricing-plans",
			Operation: "admin/pricingPlans", Message: "Pricing plans listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/wallet/pricing-plans",
			Operation: "admin/savePricingPlan", Message: "Pricing plan saved.",
			Status: http.StatusCreated, ChangesWith: "id", Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/sessions",
			Operation: "auth/sessions", Message: "Sessions listed.",
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/auth/sessions/{id}",
			Operation: "auth/endSession", Message: "Session ended.", NoData: true,
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/auth/sessions",
			Operation: "auth/endOtherSessions", Message: "The other sessions have ended.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/roleproperty/getall",
			Operation: "admin/rolePropertyGroups", Message: "Permissions listed.", OptionalBody: true,
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/roleproperty/create",
			Operation: "admin/createRoleProperties", Message: "Permissions created.",
			Status:   http.StatusCreated,
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/admin/roleproperty/update",
			Operation: "admin/updateRoleProperties", Message: "Permissions updated.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/admin/roleproperty/delete/{moduleName}",
			Operation: "admin/deleteRoleProperties", Message: "Permissions removed.", NoData: true,
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/roles",
			Operation: "role/roles", Message: "Roles listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/roles/lookup",
			Operation: "role/roleLookup", Message: "Roles listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/roles/properties",
			Operation: "role/roleProperties", Message: "Permissions listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/roles/explain",
			Operation: "role/explainAccess", Message: "Decision explained.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/roles/{id}",
			Operation: "role/role", Message: "Role found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/roles/create",
			Operation: "role/createRole", Message: "Role created.",
			Status: http.StatusCreated, Location: "/api/v1/roles/{id}",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/roles/update",
			Operation: "role/updateRole", Message: "Role updated.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/roles/delete/{id}",
			Operation: "role/deleteRole", Message: "Role deleted.", NoData: true,
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/roles/{roleId}/permissions",
			Operation: "role/rolePermissions", Message: "Permissions listed.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/roles/{roleId}/permissions",
			Operation: "role/setRolePermissions", Message: "Permissions replaced.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/users",
			Operation: "user/userPage", Message: "Users listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/users/{id}",
			Operation: "user/user", Message: "User found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/users/create",
			Operation: "user/createUser", Message: "User invited.",
			Status: http.StatusCreated, Location: "/api/v1/users/{id}",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/users/invite/{id}", OldPath: "/api/v1/users/{id}/invite",
			Operation: "user/inviteUser", Message: "Invitation sent again.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/users/update",
			Operation: "user/updateUser", Message: "User updated.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/users/delete/{id}",
			Operation: "user/removeUser", Message: "User removed.", NoData: true,
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/ApiClient",
			Operation: "apiclient/createApiClient", Message: "API key created. It is shown only this once.",
			Status: http.StatusCreated, Location: "/api/v1/ApiClient/{id}",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/ApiClient",
			Operation: "apiclient/apiClients", Message: "API clients listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/ApiClient", With: "status",
			Operation: "apiclient/apiClientPage", Message: "API clients listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/ApiClient/self",
			Operation: "apiclient/ownApiClient", Message: "This is the key that you sent.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/ApiClient/{id}",
			Operation: "apiclient/apiClient", Message: "API client found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/ApiClient/{id}",
			Operation: "apiclient/updateApiClient", Message: "API client updated.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/ApiClient/{id}/revoke",
			Operation: "apiclient/revokeApiClient", Message: "API key revoked.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/ApiClient/{id}/regenerate",
			Operation: "apiclient/regenerateApiClient", Message: "API key regenerated. It is shown only this once.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/ApiClient/{id}/usage",
			Operation: "apiclient/apiClientUsage", Message: "Usage listed.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/wallet/balance",
			Operation: "wallet/walletBalance", Message: "Balance found.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/wallet/transactions",
			Operation: "wallet/walletTransactionPage", Message: "Transactions listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/wallet/monthly-summary",
			Operation: "wallet/walletMonthlySummary", Message: "Month summarized.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/wallet/statement", Kind: Stream,
			Operation: "wallet/walletStatement", FileName: "statement",
			Message: "The transactions of the month, the oldest first.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/wallet/manual-credit", Source: FromEither,
			Operation: "admin/creditWallet", Headers: idempotent(), Message: "Wallet credited.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/wallet/manual-adjust", Source: FromEither,
			Operation: "admin/adjustWallet", Headers: idempotent(), Message: "Balance adjusted.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict, fault.InsufficientBalance},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/wallet/apply-discount", Source: FromEither,
			Operation: "admin/discountWallet", Headers: idempotent(), Message: "Discount applied.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/client-balance/{firmId}",
			Operation: "admin/clientWalletBalance", Message: "Balance found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/client-summary/{firmId}",
			Operation: "admin/clientWalletSummary", Message: "Month summarized.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/client-statement/{firmId}", Kind: Stream,
			Operation: "admin/clientWalletStatement", FileName: "statement",
			Message: "The transactions of the month, the oldest first.", Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/client-transactions/{firmId}",
			Operation: "admin/clientWalletTransactionPage", Message: "Transactions listed.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/dashboard",
			Operation: "admin/walletDashboard", Message: "Wallets at a glance.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/wallets",
			Operation: "admin/clientWalletPage", Message: "Wallets listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/wallets/{firmId}",
			Operation: "admin/clientWallet", Message: "Wallet found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/audit",
			Operation: "audit/auditLog", Message: "Audit log listed.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/audit/export", Kind: Stream,
			Operation: "audit/auditExport", Omit: []string{"page", "pageSize"}, FileName: "audit",
			Message: "The audit log, the newest entry first.", Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/file/upload", Kind: Upload, MaxFile: 200 << 20,
			Operation: "file/uploadFile", Message: "File uploaded.", Status: http.StatusCreated,
		},
		{
			Method: http.MethodGet, Path: "/api/v1/file",
			Operation: "file/filePage", Message: "Files listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/file/{id}",
			Operation: "file/file", Message: "File found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/file/{id}/content", Kind: Content,
			Operation: "file/fileContent", Message: "The content of the file.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/file/{id}",
			Operation: "file/deleteFile", Message: "File deleted.", NoData: true,
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/dashboard",
			Operation: "analytics/messagingDashboard", Message: "Analytics read.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/volume",
			Operation: "analytics/messageVolume", Message: "Messages counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/delivery-status",
			Operation: "analytics/messageDelivery", Message: "Statuses counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/hourly",
			Operation: "analytics/messageHours", Message: "Hours counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/templates",
			Operation: "analytics/messageTemplates", Message: "Templates counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/contacts/top",
			Operation: "analytics/topContacts", Message: "Contacts counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/tracking-limits",
			Operation: "analytics/messagingLimits", Message: "Limits read.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/export", Kind: Stream,
			Operation: "analytics/messageExport", FileName: "messages",
			Message: "Every message of the period, the oldest first.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/messages",
			Operation: "messaging/messagePage", Message: "Messages listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/messages",
			Operation: "messaging/reportMessages", Message: "Messages stored.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/statuses",
			Operation: "messaging/reportMessageStatuses", Message: "Statuses stored.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/notification",
			Operation: "notification/notificationPage", Message: "Notifications listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/notification",
			Operation: "notification/createNotification", Message: "Notification stored.",
			Status: http.StatusCreated,
		},
		{
			Method: http.MethodGet, Path: "/api/v1/notification/unread-count",
			Operation: "notification/unreadNotificationCount", Message: "Unread notifications counted.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/notification/{id}/read",
			Operation: "notification/markNotificationRead", Message: "Notification marked as read.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/notification/mark-all-read",
			Operation: "notification/markAllNotificationsRead", Message: "All notifications marked as read.",
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/notification/{id}",
			Operation: "notification/deleteNotification", Message: "Notification deleted.", NoData: true,
			Refusals: []fault.Code{fault.NotFound},
		},
	}
}

// idempotent is for routes whose operation has an idempotency key.
func idempotent() map[string]string { return map[string]string{"idempotencyKey": "Idempotency-Key"} }
