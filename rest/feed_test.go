package rest_test

import (
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
)

// The stream of a feed ends after an hour, though the credential goes on.
func TestFeed_Hour(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, reads := setup(t), 0
		b.results["webhookEvents"] = func(operation *graphql.OperationContext) (string, error) {
			input, _ := operation.Variables[bind.Input].(map[string]any)
			seconds, _ := input["wait"].(int64)
			<-time.After(time.Duration(seconds) * time.Second)
			reads++
			if reads > 500 { // over two hours
				return "", fault.New(fault.Unauthorized, "The key is revoked.")
			}
			return `{"items":[],"next":"` + strconv.Itoa(reads) + `"}`, nil
		}
		began := time.Now()
		answer := b.call(http.MethodGet, "/api/v1/webhooks/events", "", "Accept", "text/event-stream")
		require.Equal(t, http.StatusOK, answer.Code)
		require.InDelta(t, time.Hour.Seconds(), time.Since(began).Seconds(), 15)
	})
}
