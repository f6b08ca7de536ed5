package webhook

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Sign sets the headers of an attempt to deliver a body, signed by each of the secrets, as Standard
// Webhooks 1.0 describes it.
func Sign(header http.Header, secrets []string, id string, at time.Time, body []byte) error {
	signatures := make([]string, len(secrets))
	for i, text := range secrets {
		signer, err := standardwebhooks.NewWebhook(text)
		if err != nil {
			return fmt.Errorf("webhook: a secret is %s and base64", secretPrefix)
		}
		if signatures[i], err = signer.Sign(id, at, body); err != nil {
			return fmt.Errorf("sign the event %s: %w", id, err)
		}
	}
	header.Set(standardwebhooks.HeaderWebhookID, id)
	header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(at.Unix(), 10))
	header.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	return nil
}
