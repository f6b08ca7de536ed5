package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// accessRoutes are the routes of roles, users and API keys.
func accessRoutes() []Route {
	return []Route{
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
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/roles/{roleId}/permissions",
			Operation: "role/rolePermissions", Message: "Permissions listed.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/roles/{roleId}/permissions",
			Operation: "role/setRolePermissions", Message: "Permissions replaced.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/users",
			Operation: "user/userPage", Message: "Users listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/users/lookup",
			Operation: "user/userLookup", Message: "Users found.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/users/{id}",
			Operation: "user/user", Message: "User found.",
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
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/users/update",
			Operation: "user/updateUser", Message: "User updated.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/users/delete/{id}",
			Operation: "user/removeUser", Message: "User removed.", NoData: true,
			Refusals: []fault.Code{fault.Conflict},
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
		},
		{
			Method: http.MethodPut, Path: "/api/v1/ApiClient/{id}",
			Operation: "apiclient/updateApiClient", Message: "API client updated.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/ApiClient/{id}/revoke",
			Operation: "apiclient/revokeApiClient", Message: "API key revoked.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/ApiClient/{id}/regenerate",
			Operation: "apiclient/regenerateApiClient", Message: "API key regenerated. It is shown only this once.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/ApiClient/{id}/usage",
			Operation: "apiclient/apiClientUsage", Message: "Usage listed.",
		},
	}
}
