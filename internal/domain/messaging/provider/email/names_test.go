package email_test

import (
	"net/mail"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
)

// A mail server need not know internationalized domains.
func TestSend_domain(t *testing.T) {
	t.Parallel()
	b := setup(t, provider.StartTLS, double.Options{})
	b.account.Settings.From = "news@bücher.example"
	outcome := b.send(t, provider.Message{Body: "Hi", To: provider.Address{Kind: provider.EmailAddress, Value: "ana@exämple.de"}})
	require.Equal(t, messageID.String()+"@xn--bcher-kva.example", outcome.ProviderID)
	sent := <-b.mails
	require.Equal(t, "news@xn--bcher-kva.example", sent.From)
	require.Equal(t, "ana@xn--exmple-cua.de", sent.To)
	require.Contains(t, string(sent.Data), "<ana@xn--exmple-cua.de>")
	require.Contains(t, string(sent.Data), "<news@xn--bcher-kva.example>")
}

// A name may have any letters.
func TestSend_fromName(t *testing.T) {
	t.Parallel()
	b := setup(t, provider.StartTLS, double.Options{})
	for _, name := range []string{`Joe "The" Shop`, `Screens 15"`, `Acme\`, "Ação, Lda.", ""} {
		b.account.Settings.FromName = name
		require.Equal(t, provider.Taken, b.send(t, provider.Message{Body: "Hi"}).Result, name)
		read, err := mail.ReadMessage(strings.NewReader(string((<-b.mails).Data)))
		require.NoError(t, err)
		from, err := read.Header.AddressList("From")
		require.NoError(t, err)
		require.Equal(t, []*mail.Address{{Name: name, Address: "news@example.org"}}, from)
	}
}
