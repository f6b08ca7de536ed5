package graph

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
)

// unchecked are the inputs to whose faults of types the domain adds nothing, each with the reason.
var unchecked = map[string]string{
	"apiclient.CallFilterInput": "its connection checks it, with the window",
	"audit.FilterInput":         "its connection checks it, with the window",
	"user.FilterInput":          "its connection checks it, with the window",
	"wallet.FilterInput":        "its connection checks it, with the window",
	"channel.QRCodeRef":         "an unknown code is NotFound",
	"messaging.ReplyInput":      "what it may have depends on the channel of the conversation",
	"template.PreviewInput":     "what it may have depends on the stored template",
	"template.UpdateInput":      "what it may have depends on the stored template",
}

// TestInputs checks that the domain can be asked for the faults of each input of the schema.
func TestInputs(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	var missing []string
	for _, resolver := range []reflect.Type{
		reflect.TypeFor[generated.QueryResolver](), reflect.TypeFor[generated.MutationResolver](), reflect.TypeFor[generated.SubscriptionResolver](),
	} {
		for i := range resolver.NumMethod() {
			method := resolver.Method(i)
			for at := 1; at < method.Type.NumIn(); at++ { // after the context
				input := method.Type.In(at)
				if input.Kind() == reflect.Pointer {
					input = input.Elem()
				}
				if input.Kind() != reflect.Struct || !strings.Contains(input.PkgPath(), "/internal/domain/") {
					continue
				}
				pointer := reflect.PointerTo(input)
				has := pointer.Implements(reflect.TypeFor[validated]()) || pointer.Implements(reflect.TypeFor[validatedWithMails]()) ||
					pointer.Implements(reflect.TypeFor[validatedWithGuard]())
				if _, except := unchecked[input.String()]; except {
					used[input.String()] = true
					require.False(t, has, "%s is in unchecked", input)
					continue
				}
				if !has && !isBound(input) {
					missing = append(missing, input.String())
				}
			}
		}
	}
	require.Empty(t, missing, "they need an exported Validate")
	require.Len(t, used, len(unchecked))
}

// isBound reports whether binding an input finds all that is wrong with it beside a field of the
// wrong type: it has ids, booleans and enums alone, or only one field.
func isBound(input reflect.Type) bool {
	fields := reflect.VisibleFields(input)
	texts := 0
	for _, field := range fields {
		of := field.Type
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		isEnum := of.Kind() == reflect.String && of.PkgPath() != ""
		if !field.Anonymous && of.Kind() != reflect.Bool && of != reflect.TypeFor[uuid.UUID]() && !isEnum {
			texts++
		}
	}
	own := len(fields)
	for _, field := range fields {
		if field.Anonymous {
			own--
		}
	}
	return texts == 0 || own == 1
}

// TestAllFaults checks that the faults of the domain are named beside a field of the wrong type,
// and none that only its placeholder has.
func TestAllFaults(t *testing.T) {
	t.Parallel()
	wrong := func(fields ...string) (faults fault.Details) {
		for _, field := range fields {
			faults.Add(field, "has the wrong type")
		}
		return faults
	}
	for name, c := range map[string]struct {
		bound fault.Details
		input any
		want  []string
	}{
		"campaign": {
			wrong("channelId"),
			campaign.CreateInput{Audience: campaign.Audience{Everyone: true}, TimeZone: new(campaign.TimeZone("Mars")), MessagesPerSecond: new(0)},
			[]string{"channelId", "name", "timeZone", "messagesPerSecond"},
		},
		"campaign, audience": {wrong("audience.importId"), campaign.CreateInput{}, []string{"audience.importId", "name"}},
		"campaign, two choices": {
			wrong("channelId"),
			campaign.CreateInput{Name: "A", Audience: campaign.Audience{Everyone: true, ImportID: new(uuid.New())}},
			[]string{"channelId", "audience"},
		},
		"campaign, changed": {
			wrong("scheduledAt"),
			campaign.UpdateInput{Name: new(""), MessagesPerSecond: new(0), Parameters: json.RawMessage(`[]`)},
			[]string{"scheduledAt", "parameters", "name", "messagesPerSecond"},
		},
		"campaign, nothing changed": {wrong("id"), campaign.UpdateInput{}, []string{"id"}},
		"recipients":                {wrong("id"), campaign.RecipientsInput{Reason: new("")}, []string{"id", "reason"}},
		"campaigns":                 {wrong("status"), campaign.ListInput{PageSize: new(0)}, []string{"status", "pageSize"}},
		"channel":                   {wrong("kind"), channel.CreateInput{MessagesPerSecond: new(0)}, []string{"kind", "name", "messagesPerSecond"}},
		"channel, changed":          {wrong("id"), channel.UpdateInput{Name: new("")}, []string{"id", "name"}},
		"template":                  {wrong("channelId"), template.CreateInput{Name: "A b"}, []string{"channelId", "name", "language"}},
		"templates":                 {wrong("channelId"), template.ListInput{Page: new(0)}, []string{"channelId", "page"}},
		"consent":                   {wrong("state"), consent.SetInput{Address: new("nobody"), State: consent.OptedIn}, []string{"state", "address"}},
		"consent, contact":          {wrong("contactId"), consent.SetInput{Evidence: "\x00"}, []string{"contactId", "state", "evidence"}},
		"consents":                  {wrong("page"), consent.ListInput{Address: new("nobody")}, []string{"page", "address"}},
		"history":                   {wrong("page"), consent.HistoryInput{Address: "nobody"}, []string{"page", "address"}},
		"conversations": {
			wrong("channelId"), conversation.ListInput{AssignedTo: new("us"), Limit: new(0)}, []string{"channelId", "limit", "assignedTo"},
		},
		"entries":        {wrong("id"), conversation.EntriesInput{Limit: new(0)}, []string{"id", "limit"}},
		"note":           {wrong("id"), conversation.NoteInput{}, []string{"id", "body"}},
		"quick reply":    {wrong("id"), conversation.SaveQuickReplyInput{Body: "A"}, []string{"id", "shortcut"}},
		"recovery codes": {wrong("code"), factor.RenewInput{}, []string{"code", "currentPassword"}},
		"firm":           {wrong("timeZone"), firm.OwnInput{Name: new("")}, []string{"timeZone", "name"}},
		"rules": {
			wrong("remove[0]"), policy.RehearseInput{Add: []string{"x"}, Remove: []uuid.UUID{{}}}, []string{"remove[0]", "add[0]"},
		},
		"passkey, log-in": {wrong("mfaToken"), session.LoginMFAPasskeyInput{Credential: json.RawMessage(`{}`)}, []string{"mfaToken", "credential"}},
		"passkey":         {wrong("id"), factor.RemovePasskeyInput{}, []string{"id", "currentPassword"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := (&Server{}).allFaults(c.bound, map[string]any{"input": c.input})
			var named []string
			for _, detail := range fault.From(err).Details {
				named = append(named, detail.Field)
			}
			require.Equal(t, c.want, named)
		})
	}
}
