package rest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
)

// A message of a batch that is not of the types of the operation is rejected by itself.
func TestEach(t *testing.T) {
	t.Parallel()
	const path = "/api/v1/messaging/send"
	good := map[string]any{"to": "+351212345678", "body": "Hello", "category": "Utility"}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.results["sendMessages"] = `{"accepted":[],"rejected":[{"index":0,"code":"ValidationError","message":"to is required."},` +
			`{"index":2,"code":"NoAddress","message":"The contact has <none>."},{"index":3,"code":"ValidationError","message":"to is required."}],` +
			`"held":0,"available":1}`
		answer := b.call(http.MethodPost, path, `{"messages":[{"to":"+351212345678","body":7,"category":"Advert"},
			{"to":"+351212345678","body":"Hello","category":"utility"},{"contactId":"`+someID+`"},null]}`)
		require.Equal(t, http.StatusAccepted, answer.Code, answer.Body)
		require.Equal(t, map[string]any{"input": map[string]any{"messages": []any{
			map[string]any{}, good, map[string]any{"contactId": someID}, map[string]any{},
		}}}, b.seen.Variables)
		e, _ := open(t, answer)
		require.JSONEq(t, `{"accepted":[],"rejected":[{"index":0,"code":"ValidationError",
			"message":"body must be a string; category must be one of Marketing, Utility, Authentication, Service."},
			{"index":2,"code":"NoAddress","message":"The contact has <none>."},{"index":3,"code":"ValidationError","message":"is required."}],
			"held":0,"available":1}`, string(e.Data))
	})
	t.Run("Err not of a message alone", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		refused(t, b.call(http.MethodPost, path, `{"messages":7}`), fault.ValidationError, fault.Detail{Field: "messages", Message: "must be a list"})
		refused(t, b.call(http.MethodPost, path, `{}`), fault.ValidationError, fault.Detail{Field: "messages", Message: "is required"})
	})
	t.Run("Err other routes", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		answer := b.call(http.MethodPost, "/api/v1/messaging/statuses",
			`{"statuses":[{"providerMessageId":"1","status":"Gone","occurredAt":"2026-01-31T09:30:00Z"}]}`)
		require.Equal(t, http.StatusBadRequest, answer.Code)
	})
}
