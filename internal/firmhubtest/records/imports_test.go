package records_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/job"
)

const importPath = "/api/V1/Contact/import/"

// importOf queues an import of one contact over REST, and returns its id.
func importOf(t *testing.T, a *firmhubtest.App, token string, body map[string]any) string {
	t.Helper()
	return importCSV(t, a, token, "firstName,lastName,Celular\nAda,Lovelace,\n", body)
}

func importCSV(t *testing.T, a *firmhubtest.App, token, content string, body map[string]any) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+firmhubtest.UploadPath,
		strings.NewReader(firmhubtest.UploadForm("a.csv", "text/csv", content)))
	require.NoError(t, err)
	request.Header.Set("Content-Type", firmhubtest.FormType)
	request.Header.Set("Authorization", "Bearer "+token)
	var file firmhubtest.File
	a.Do(request).Into(t, &file)
	body["fileId"] = file.FileID
	answer := a.REST(http.MethodPost, importPath+"upload", token, body)
	require.Equal(t, http.StatusAccepted, answer.Status, "%s", answer.Body)
	require.JSONEq(t, "null", string(answer.Data))
	require.Equal(t, "The import was queued.", answer.Message)
	return strings.TrimPrefix(answer.Header.Get("Location"), importPath)
}

func TestImports(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Acme", "owner@acme.example")
		id := importOf(t, a, owner.Token, map[string]any{
			"mapping": map[string]string{"Celular": "phone", "lastName": "lastName"}, "tags": []string{"a"}, "defaultPhoneCC": "+55", "updateExisting": false,
		})
		var got map[string]any
		a.REST(http.MethodGet, importPath+id, owner.Token, nil).Into(t, &got)
		require.Equal(t, id, got["id"])
		require.Equal(t, []any{"Queued", nil, "None", nil, "User", owner.User.ID, false, "a.csv"}, []any{
			got["status"], got["error"], got["undo"], got["undoableUntil"], got["queuedByKind"], got["queuedById"], got["dryRun"], got["fileName"],
		})
		for _, count := range []string{
			"totalRows", "processedRows", "createdCount", "updatedCount", "failedCount", "unchangedCount", "undoneCount", "skippedCount", "mergedCount", "skippedCells",
		} {
			require.InDelta(t, 0, got[count], 0, count)
		}
		errors := a.REST(http.MethodGet, importPath+id+"/errors", owner.Token, nil)
		require.Equal(t, "row,column,error,contactId\r\n", string(errors.Body))
		require.Equal(t, "text/csv; charset=utf-8; header=present", errors.Header.Get("Content-Type"))

		dry := importOf(t, a, owner.Token, map[string]any{"dryRun": true})
		var page struct{ Items []struct{ ID string } }
		a.REST(http.MethodGet, "/api/V1/Contact/import", owner.Token, nil).Into(t, &page)
		require.Equal(t, []struct{ ID string }{{dry}, {id}}, page.Items)

		for id, options := range map[string]string{
			id: `{"tags":["a"],"updateExisting":false,"defaultPhoneCC":"+55","mapping":{"Celular":"phone","lastName":"lastName"},` +
				`"invalidCells":"Skip"}`,
			dry: `{"tags":[],"updateExisting":true,"defaultPhoneCC":"","mapping":{},"invalidCells":"Skip"}`,
		} {
			read := a.GraphQL(owner.Token, `query ($id: ID!) { contactImport(jobId: $id) {
				options { tags updateExisting defaultPhoneCC mapping invalidCells } } }`, map[string]any{"id": id})
			require.JSONEq(t, `{"contactImport":{"options":`+options+`}}`, string(read.Data), "%s", read.Body)
		}

		t.Run("CancelAndUndo", func(t *testing.T) {
			require.Equal(t, fault.Conflict, a.REST(http.MethodPost, importPath+id+"/undo", owner.Token, nil).Code())
			a.REST(http.MethodPost, importPath+id+"/cancel", owner.Token, nil).Into(t, &got)
			require.Equal(t, "Cancelled", got["status"])
			require.NotNil(t, got["undoableUntil"])
			require.Equal(t, fault.Conflict, a.REST(http.MethodPost, importPath+id+"/cancel", owner.Token, nil).Code())
			undone := a.REST(http.MethodPost, importPath+id+"/undo", owner.Token, nil)
			require.Equal(t, http.StatusAccepted, undone.Status)
			undone.Into(t, &got)
			require.Equal(t, "Queued", got["undo"])
			require.Equal(t, fault.Conflict, a.REST(http.MethodPost, importPath+id+"/undo", owner.Token, nil).Code())
			a.REST(http.MethodPost, importPath+dry+"/cancel", owner.Token, nil)
			require.Equal(t, fault.Conflict, a.REST(http.MethodPost, importPath+dry+"/undo", owner.Token, nil).Code())
		})
		t.Run("AuditLog", func(t *testing.T) {
			var log struct{ Items []struct{ Action string } }
			a.REST(http.MethodGet, "/api/v1/audit?action=contactimport", owner.Token, nil).Into(t, &log)
			actions := map[string]int{}
			for _, item := range log.Items {
				actions[item.Action]++
			}
			require.Equal(t, map[string]int{"contactimport.queue": 2, "contactimport.cancel": 2, "contactimport.undo": 1}, actions)
		})
		t.Run("ErrMapping", func(t *testing.T) {
			for _, mapping := range []any{"phone", []string{"a"}, map[string]any{"a": 1}, map[string]any{"a": nil}, map[string]any{"a": "no field"}} {
				answer := a.REST(http.MethodPost, importPath+"upload", owner.Token, map[string]any{"fileId": id, "mapping": mapping})
				require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
				require.Contains(t, answer.Error.Details[0].Field, "mapping")
				over := a.GraphQL(owner.Token, `mutation ($input: ImportContactsInput!) { importContacts(input: $input) { id } }`,
					map[string]any{"input": map[string]any{"fileId": id, "mapping": mapping}})
				require.Equal(t, fault.ValidationError, over.Code(), "%s", over.Body)
				require.Equal(t, answer.Error.Details, over.Errors[0].Extensions.Details)
			}
		})
		t.Run("Literal", func(t *testing.T) {
			answer := a.GraphQL(owner.Token, `mutation { importContacts(input: {fileId: "`+id+`", mapping: {Celular: "phone"}}) { id } }`, nil)
			require.Equal(t, fault.NotFound, answer.Code(), "%s", answer.Body) // the mapping is valid, and there is no such file
		})
	})
}

// The progress of an import over all transports, until it ends; who loses the right to it sees no
// more.
func TestImportProgress(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Acme", "owner@acme.example")
		const document = `subscription ($jobId: ID!) { importProgress(jobId: $jobId) { status } }`
		type event struct {
			Type    string
			Payload json.RawMessage
		}
		t.Run("EventStream", func(t *testing.T) {
			id := importOf(t, a, owner.Token, map[string]any{})
			body, err := json.Marshal(map[string]any{"query": document, "variables": map[string]any{"jobId": id}})
			require.NoError(t, err)
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/graphql", strings.NewReader(string(body)))
			require.NoError(t, err)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Accept", "text/event-stream")
			request.Header.Set("Authorization", "Bearer "+owner.Token)
			response, err := http.DefaultClient.Do(request)
			require.NoError(t, err)
			defer func() { _ = response.Body.Close() }()
			lines := bufio.NewScanner(response.Body)
			next := func() string {
				for lines.Scan() {
					if text := lines.Text(); strings.HasPrefix(text, "data: ") || strings.HasPrefix(text, "event: complete") {
						return text
					}
				}
				return "the end"
			}
			require.JSONEq(t, `{"data":{"importProgress":{"status":"Queued"}}}`, strings.TrimPrefix(next(), "data: "))
			a.REST(http.MethodPost, importPath+id+"/cancel", owner.Token, nil)
			require.JSONEq(t, `{"data":{"importProgress":{"status":"Cancelled"}}}`, strings.TrimPrefix(next(), "data: "))
			require.Equal(t, "event: complete", next())
		})
		for protocol, words := range map[string][2]string{"graphql-transport-ws": {"subscribe", "next"}, "graphql-ws": {"start", "data"}} {
			t.Run(protocol, func(t *testing.T) {
				id := importOf(t, a, owner.Token, map[string]any{})
				dialer := websocket.Dialer{Subprotocols: []string{protocol}}
				conn, response, err := dialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(a.URL, "http")+"/graphql", nil)
				require.NoError(t, err)
				require.NoError(t, response.Body.Close())
				defer func() { _ = conn.Close() }()
				require.NoError(t, conn.SetReadDeadline(time.Now().Add(firmhubtest.Patience)))
				next := func() event {
					for {
						var message event
						require.NoError(t, conn.ReadJSON(&message))
						if message.Type == words[1] || message.Type == "complete" {
							return message
						}
					}
				}
				require.NoError(t, conn.WriteJSON(map[string]any{"type": "connection_init", "payload": map[string]string{"Authorization": "Bearer " + owner.Token}}))
				require.NoError(t, conn.WriteJSON(map[string]any{"id": "1", "type": words[0], "payload": map[string]any{
					"query": document, "variables": map[string]any{"jobId": id},
				}}))
				require.JSONEq(t, `{"data":{"importProgress":{"status":"Queued"}}}`, string(next().Payload))
				a.REST(http.MethodPost, importPath+id+"/cancel", owner.Token, nil)
				require.JSONEq(t, `{"data":{"importProgress":{"status":"Cancelled"}}}`, string(next().Payload))
				require.Equal(t, "complete", next().Type)
			})
		}
		t.Run("ErrNotFound", func(t *testing.T) {
			id := importOf(t, a, owner.Token, map[string]any{})
			stranger := a.NewFirm("Other", "owner@other.example")
			body := `{"query":"subscription { importProgress(jobId: \"` + id + `\") { status } }"}`
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/graphql", strings.NewReader(body))
			require.NoError(t, err)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Accept", "text/event-stream")
			request.Header.Set("Authorization", "Bearer "+stranger.Token)
			require.Equal(t, fault.NotFound, a.Do(request).Code())
		})
	})
}

// TestDeactivatedFirm_Jobs checks that the jobs of a deactivated firm wait, and go on when it is
// active again.
func TestDeactivatedFirm_Jobs(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		admin := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token
		owner := a.NewFirm("Acme", "owner@acme.example")
		activate := func(active bool) {
			answer := a.REST(http.MethodPut, "/api/v1/admin/firm/update", admin, map[string]any{"id": owner.Firms[0].FirmID, "isActive": active})
			require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
		}
		id := owner.Firms[0].FirmID
		ids := []string{importOf(t, a, owner.Token, map[string]any{}), importOf(t, a, owner.Token, map[string]any{})}
		activate(false)
		require.NoError(t, a.While(t.Context(), func() error {
			require.Eventually(t, func() bool {
				waiting, err := a.Jobs.List(t.Context(), []job.State{job.Scheduled}, 10)
				return err == nil && len(waiting) == 2 && waiting[0].FirmID.String() == id && waiting[1].FirmID.String() == id
			}, firmhubtest.Patience, 10*time.Millisecond, "its imports wait")
			activate(true)
			require.Eventually(t, func() bool {
				done := 0
				for _, one := range ids {
					var got struct{ Status string }
					a.REST(http.MethodGet, importPath+one, owner.Token, nil).Into(t, &got)
					if got.Status == "Completed" {
						done++
					}
				}
				return done == len(ids)
			}, firmhubtest.Patience, 10*time.Millisecond, "its imports go on")
			return nil
		}))
	})
}
