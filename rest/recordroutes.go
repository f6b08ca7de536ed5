package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// recordRoutes are the routes of the audit log and of files.
func recordRoutes() []Route {
	return []Route{
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
		},
		{
			Method: http.MethodGet, Path: "/api/v1/file/{id}/content", Kind: Content,
			Operation: "file/fileContent", Message: "The content of the file.",
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/file/{id}",
			Operation: "file/deleteFile", Message: "File deleted.", NoData: true,
		},
	}
}
