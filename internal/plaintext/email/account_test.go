package email_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

func TestCheckAccount(t *testing.T) {
	t.Parallel()
	for _, own := range []string{
		"Ann@Example.com", "José@Exämple.de", "JOSE\u0301@example.com", "用户@例子.中国", "ИВАН@ПРИМЕР.РФ", "ΆΝΝΑ@ΆΝΝΑ.gr", "남@한국.kr",
		"anna@xn--wei-7ka.example",
	} {
		var faults fault.Details
		given := " " + own
		email.CheckAccount(&faults, "email", &given)
		require.Empty(t, faults, own)
		require.Equal(t, own, given)
		require.True(t, email.IsOwn(own))
	}
	for folded, to := range map[string]string{
		"anna@weiß.example": "anna@weiss.example", "anna@WEIẞ.example": "anna@weiss.example", "weiß@example.com": "weiss@example.com",
		"anna@νόμος.example": "anna@νόμοσ.example", "anna@oﬃce.example": "anna@office.example", "anna@ｗｅｉss.example": "anna@weiss.example",
		"anna@ırmak.example": "anna@irmak.example", "anna@ſub.example": "anna@sub.example", "anna@µ.example": "anna@μ.example",
		"anna@m².example": "anna@m2.example",
	} {
		require.Equal(t, email.Key(to), email.Key(folded))
		require.False(t, email.SameMailbox(folded, to), folded)
		require.False(t, email.IsOwn(folded), folded)
		if !email.IsValid(folded) {
			continue
		}
		var faults fault.Details
		email.CheckAccount(&faults, "email", &folded)
		require.Len(t, faults, 1, folded)
		require.Contains(t, faults[0].Message, "xn--")
	}
	var faults fault.Details
	email.CheckAccount(&faults, "email", new("weiß"))
	require.Equal(t, fault.Details{{Field: "email", Message: "must be an e-mail address"}}, faults)
}

func TestSameMailbox(t *testing.T) {
	t.Parallel()
	require.True(t, email.SameMailbox("Anna@Weiß.example", "anna@weiß.EXAMPLE"))
	require.True(t, email.SameMailbox("JOSE\u0301@example.com", "josé@example.com"))
	require.False(t, email.SameMailbox("jose@example.com", "josé@example.com"))
}
