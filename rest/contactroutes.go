package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// contactRoutes are the routes of contacts, their tags and imports.
func contactRoutes() []Route {
	return []Route{
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/create",
			Operation: "contact/createContact", Message: "Contact created.",
			Status: http.StatusCreated, Location: "/api/V1/Contact/get/{id}",
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/get/{id}",
			Operation: "contact/contact", Message: "Contact found.",
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
			Method: http.MethodPost, Path: "/api/V1/Contact/{id}/export",
			Operation: "contact/exportContact", Message: "Contact exported.",
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/{id}/erase",
			Operation: "contact/eraseContact", Message: "Contact erased.", NoData: true,
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
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/V1/Contact/tags/{tag}",
			Operation: "contact/deleteTag", Message: "Tag deleted.", NoData: true,
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
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/import/{jobId}/errors", Kind: Stream,
			Operation: "contact/contactImportErrors", Omit: []string{"page", "pageSize"}, FileName: "rejected-rows",
			Message: "The rejected rows as they came, with their numbers and faults.",
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/import/{jobId}/cancel",
			Operation: "contact/cancelContactImport", Message: "Import cancelled.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/import/{jobId}/undo",
			Operation: "contact/undoContactImport", Message: "The undoing of the import was queued.",
			Status: http.StatusAccepted, Refusals: []fault.Code{fault.Conflict},
		},
	}
}
