package authz

import "github.com/firmhub/firmhub/ent"

// Permission is an action in a module that can be granted to a role.
type Permission struct {
	Module, Action string
	// DisplayName is the name in a user interface.
	DisplayName string
}

// String returns the name of the permission in the API: "Contact:Create".
func (p Permission) String() string { return p.Module + ":" + p.Action }

// PermissionOf returns the permission that a role property defines.
func PermissionOf(p *ent.RoleProperty) Permission {
	return Permission{Module: p.ModuleName, Action: p.PropertyName, DisplayName: p.DisplayName}
}

// ForAPIClients reports whether API clients can have the permission. All others are for signed-in
// users only.
func (p Permission) ForAPIClients() bool {
	switch p.Module {
	case "Contact", "MessagingAnalytics", "MessagingChat", "MessagingCampaign":
		return true
	case "MessagingTemplate":
		return p.Action == "View"
	case "Settings":
		return p.Action == "Integrations"
	}
	return false
}

// Catalog returns the permissions that firmhub itself checks, in the order of the contract. The
// super-firm may add permissions for its own programs, and remove those it added.
func Catalog() []Permission {
	return []Permission{
		{"Users", "View", "View users"},
		{"Users", "Create", "Add users"},
		{"Users", "Edit", "Edit users"},
		{"Users", "Delete", "Remove users"},

		{"Role", "View", "View roles"},
		{"Role", "Create", "Create roles"},
		{"Role", "Edit", "Edit roles"},
		{"Role", "Delete", "Delete roles"},
		{"Role", "ModifyPermissions", "Change what a role may do"},

		{"Contact", "View", "View contacts"},
		{"Contact", "Create", "Create contacts"},
		{"Contact", "Edit", "Edit contacts"},
		{"Contact", "Delete", "Delete contacts"},
		{"Contact", "Import", "Import contacts"},
		{"Contact", "ChangeTag", "Tag contacts"},

		{"MessagingChat", "View", "View chats"},
		{"MessagingChat", "SendMessage", "Send messages"},
		{"MessagingChat", "SendTemplate", "Send templates"},
		{"MessagingChat", "StartConversation", "Start conversations"},

		{"MessagingTemplate", "View", "View templates"},
		{"MessagingTemplate", "Create", "Create templates"},
		{"MessagingTemplate", "Edit", "Edit templates"},
		{"MessagingTemplate", "Delete", "Delete templates"},

		{"MessagingCampaign", "View", "View campaigns"},
		{"MessagingCampaign", "Create", "Create campaigns"},
		{"MessagingCampaign", "Edit", "Edit campaigns"},
		{"MessagingCampaign", "Delete", "Delete campaigns"},
		{"MessagingCampaign", "Execute", "Run campaigns"},

		{"Workflows", "View", "View workflows"},
		{"Workflows", "Create", "Create workflows"},
		{"Workflows", "Edit", "Edit workflows"},
		{"Workflows", "Delete", "Delete workflows"},
		{"Workflows", "Logs", "View workflow logs"},

		{"MarketplaceWorkflow", "Import", "Import workflows from the marketplace"},
		{"MarketplaceWorkflow", "TemplateImport", "Import templates from the marketplace"},

		{"Settings", "View", "View settings"},
		{"Settings", "Integrations", "Manage integrations"},
		{"Settings", "EditInfo", "Edit the firm's details"},

		{"Dashboard", "View", "View the dashboard"},
		{"Dashboard", "QRCodeChange", "Change the QR code"},

		{"Wallet", "View", "View the wallet"},

		{"ApiClient", "View", "View API keys"},
		{"ApiClient", "Create", "Create API keys"},
		{"ApiClient", "Edit", "Edit API keys"},
		{"ApiClient", "Revoke", "Revoke API keys"},
		{"ApiClient", "Regenerate", "Regenerate API keys"},

		{"MessagingAnalytics", "View", "View analytics"},
		{"MessagingAnalytics", "Limit", "View messaging limits"},
	}
}
