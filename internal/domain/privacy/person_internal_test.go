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

func TestNames_numbers(t *testing.T) {
	t.Parallel()
	n := (&person{Phones: []phone{{
		E164: "+5511912345678", Raw: "(11) 91234-5678", Key: "+5511912345678", Digits: " 5511912345678 011912345678 551112345678",
	}}}).names()
	for _, text := range []string{
		"+5511912345678", "11912345678", "(011) 91234-5678.", "+55\u00a011\u00a091234\u00a05678", "55/11/91234.5678", "tel:+55-11-9.1234-5678;x",
		"42\t(11) 91234-5678\t01310-100", "(11) 91234-5678 2026", "2026 (11) 91234-5678", "11 9 1 11912345678", "\u00e511912345678\u00e5",
		"+55 (11) 1234-5678",
	} {
		require.True(t, n.addressIn(text), text)
	}
	for _, text := range []string{
		"", "11", "1191234567", "119123456789", "211912345678", "(11) 91234-56789", "11a912345678", "11,912345678", "11912345679",
		"11\n912345678",
	} {
		require.False(t, n.addressIn(text), text)
	}
	foreign := (&person{Phones: []phone{{Raw: "\u0661\u0662\u0663\u0664\u0665"}}}).names()
	require.True(t, foreign.addressIn("call \u0661\u0662\u0663\u0664\u0665"))
}
