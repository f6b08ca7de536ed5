package records_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestJobs checks what the super-firm sees of jobs and of the server, and how it changes jobs. Who
// may do that is checked with all other operations.
func TestJobs(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		admin := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token
		owner := a.NewFirm("Acme", "owner@acme.example")
		importOf(t, a, owner.Token, map[string]any{})

		type one struct{ Number, Kind, State, FirmID, UserID string }
		list := func(input map[string]any) []one {
			var data struct{ Jobs []one }
			a.GraphQL(admin, `query($input: JobListInput) { jobs(input: $input) { number kind state firmId userId } }`,
				map[string]any{"input": input}).Into(t, &data)
			return data.Jobs
		}
		queued := list(nil)
		require.Len(t, queued, 1)
		require.Equal(t, one{queued[0].Number, "contact.import", "Available", owner.Firms[0].FirmID, owner.User.ID}, queued[0])
		require.Empty(t, list(map[string]any{"states": []string{"Completed", "Discarded"}}))
		importOf(t, a, owner.Token, map[string]any{})
		first := list(map[string]any{"limit": 1})
		require.Len(t, first, 1)
		require.NotEqual(t, queued[0], first[0])
		require.Equal(t, queued, list(map[string]any{"limit": 1, "page": 2}))
		require.Empty(t, list(map[string]any{"limit": 1, "page": 3}))
		refused := a.GraphQL(admin, `{ jobs(input: { limit: 101, page: 101 }) { kind } }`, nil)
		require.Equal(t, []string{"limit", "page"}, refused.Fields(), "%s", refused.Body)

		change := func(mutation, number string) *firmhubtest.Answer {
			return a.GraphQL(admin, `mutation($number: String!) { job: `+mutation+`(number: $number) { number state } }`, map[string]any{"number": number})
		}
		require.JSONEq(t, `{"job":{"number":"`+queued[0].Number+`","state":"Cancelled"}}`, string(change("cancelJob", queued[0].Number).Data))
		require.JSONEq(t, `{"job":{"number":"`+queued[0].Number+`","state":"Available"}}`, string(change("retryJob", queued[0].Number).Data))
		require.Equal(t, fault.Conflict, change("retryJob", queued[0].Number).Code())
		for _, id := range []string{"999999", "x", ""} {
			require.Equal(t, fault.NotFound, change("cancelJob", id).Code(), id)
			require.Equal(t, fault.NotFound, change("retryJob", id).Code(), id)
		}
		var log struct{ Items []struct{ Action string } }
		a.REST(http.MethodGet, "/api/v1/audit?action=job", owner.Token, nil).Into(t, &log)
		require.Len(t, log.Items, 2)
		require.Equal(t, "job.retry", log.Items[0].Action)
		require.Equal(t, "job.cancel", log.Items[1].Action)

		var data struct {
			ServerFigures struct {
				Version     string
				JobsWaiting int
				Minutes     []struct{ Requests, Refused, Failed int }
			}
		}
		a.GraphQL(admin, `{ serverFigures { version jobsWaiting minutes { requests refused failed } } }`, nil).Into(t, &data)
		require.NotEmpty(t, data.ServerFigures.Version)
		require.Equal(t, 2, data.ServerFigures.JobsWaiting)
		requests := 0
		for _, minute := range data.ServerFigures.Minutes {
			requests += minute.Requests
		}
		require.Greater(t, requests, 10)
	})
}
