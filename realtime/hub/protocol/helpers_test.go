package protocol_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

func eachProtocol(t *testing.T, test func(*testing.T, protocol.Protocol)) {
	t.Helper()
	for _, p := range []protocol.Protocol{protocol.JSON(), protocol.MessagePack()} {
		t.Run(p.Name(), func(t *testing.T) {
			t.Parallel()
			test(t, p)
		})
	}
}

// decode decodes one message, and nothing else.
func decode(t *testing.T, p protocol.Protocol, data []byte) protocol.Message {
	t.Helper()
	m, rest, ok, err := p.Next(data)
	require.NoError(t, err)
	require.True(t, ok)
	require.Empty(t, rest)
	return m
}

// values are the first n arguments.
func values(t *testing.T, arguments protocol.Arguments, n int) (values []any) {
	t.Helper()
	for i := range n {
		var value any
		require.NoError(t, arguments.Decode(i, &value))
		values = append(values, value)
	}
	return values
}

// notification is an argument such as the hub sends.
type notification struct {
	ID        uuid.UUID       `json:"id"`
	FirmID    uuid.UUID       `json:"firmId"`
	UserID    *uuid.UUID      `json:"userId"`
	Module    string          `json:"module"`
	ModuleID  *string         `json:"moduleId"`
	Title     string          `json:"title"`
	Message   string          `json:"message"`
	Metadata  json.RawMessage `json:"metadata"`
	Status    string          `json:"status"`
	CreatedAt time.Time       `json:"createdAt"`
}

func example() notification {
	return notification{
		ID:      uuid.MustParse("0192f0c1-2345-7abc-8def-0123456789ab"),
		FirmID:  uuid.MustParse("0192f0c1-2345-7abc-8def-0123456789ac"),
		Module:  "Contacts",
		Title:   "Import <finished> \"today\" \u2028",
		Message: "12 of 15 rows · Grüße \U0001F600 \u001e",
		Metadata: json.RawMessage(`{ "rows" : 15, "ratio": 0.8, "big": 9223372036854775807, "bigger": 1e30, "negative": -7,
			"none": null, "yes": true, "no": false, "empty": {}, "list": [ 1, [2, "\u00fc\n", []], {"a": {"b": []}}],
			"many": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16],
			"wide": {"a":0,"b":1,"c":2,"d":3,"e":4,"f":5,"g":6,"h":7,"i":8,"j":9,"k":10,"l":11,"m":12,"n":13,"o":14,"p":15}}`),
		Status:    "Unread",
		CreatedAt: time.Date(2026, 11, 22, 3, 4, 5, 6000, time.UTC),
	}
}
