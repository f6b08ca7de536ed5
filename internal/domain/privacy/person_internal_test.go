package privacy

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// A job that an older program has queued has no names of the copies.
func TestPerson_ofOlderProgram(t *testing.T) {
	t.Parallel()
	id, copied, thread := uuid.New(), uuid.New(), uuid.New()
	p := &person{}
	require.NoError(t, json.Unmarshal([]byte(`{"ID":"`+id.String()+`","FirstName":"Ada","LastName":"Lovelace","ProfilePic":"https://example.org/1",
"Phones":[{"E164":"+5511912345678","Raw":"11912345678","Key":"+5511912345678","Digits":"5511912345678","Shared":false}],"Emails":null,
"Users":null,"Former":null,"Conversations":["`+thread.String()+`"],"Copies":["`+copied.String()+`"],"Until":"2026-01-02T03:04:05Z",
"Erased":false}`), p))
	require.Equal(t, []uuid.UUID{id, copied}, p.subject().ContactIDs)
	require.ElementsMatch(t, []string{id.String(), copied.String(), "+5511912345678"}, p.subject().Keys)
	require.Equal(t, []named{{"Ada", "Lovelace", "https://example.org/1"}}, p.allNamed())
	require.Equal(t, []string{id.String(), copied.String(), thread.String()}, p.names().ids)
	require.Equal(t, []string{"ada lovelace", "lovelace ada"}, p.names().full)
	require.True(t, p.names().addressIn("call 5511912345678"))
}
