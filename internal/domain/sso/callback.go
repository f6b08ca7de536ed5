package sso

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/google/uuid"
	"golang.org/x/oauth2"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Reason is why a log-in was refused, as the console receives it. It says nothing secret.
type Reason string

// The reasons.
const (
	// Denied is a person who did not consent at the provider.
	Denied Reason = "denied"
	// Expired is a log-in that is unknown, expired, used, or of another browser.
	Expired Reason = "expired"
	// Failed is an answer of the provider that can't be verified.
	Failed Reason = "failed"
	// Unverified is a person without a verified e-mail address at the provider.
	Unverified Reason = "unverified"
	// Unknown is a person without an account here.
	Unknown Reason = "unknown"
	// Inactive is an account that is not active, or in no active firm.
	Inactive Reason = "inactive"
	// Unavailable is a provider or a server that does not answer.
	Unavailable Reason = "unavailable"
)

// RefusalError is the error of a log-in that was refused.
type RefusalError struct {
	Reason Reason
	cause  error
}

// Error implements error, for the log.
func (r *RefusalError) Error() string { return fmt.Sprintf("sso: %s: %v", r.Reason, r.cause) }

// Unwrap returns the cause.
func (r *RefusalError) Unwrap() error { return r.cause }

func refuse(reason Reason, cause error) *RefusalError {
	return &RefusalError{Reason: reason, cause: cause}
}

var (
	errState    = errors.New("the state is unknown, expired, used, or of another browser or provider")
	errIssuer   = errors.New("the answer names another issuer")
	errProvider = errors.New("the provider answered with an error")
)

// Callback takes the answer of a provider, and returns the code with which the browser goes on to
// the exchange. Anybody may call it; browser is the cookie. It returns a [*RefusalError] if the
// person may not log in, NotFound for an unknown provider, and opens its own transactions.
func (m *Manager) Callback(ctx context.Context, name, browser string, answer url.Values) (code string, err error) {
	defer fault.Wrap(&err, "sso.Callback")
	p, err := m.find(name)
	if err != nil {
		return "", err
	}
	state := answer.Get("state")
	if err := m.useState(ctx, p, state, browser); err != nil {
		return "", err
	}
	described, err := p.describe(ctx)
	if err != nil {
		return "", refuse(Unavailable, err)
	}
	if err := checkAnswer(p, described, answer); err != nil {
		return "", err
	}
	of, err := p.identify(ctx, described, m.redirectURL(p), answer.Get("code"),
		derive("verifier", state, browser), derive("nonce", state, browser))
	if err != nil {
		return "", refuse(Failed, err)
	}
	ctx = rule.AcrossFirms(ctx, "a log-in comes before a firm is chosen")
	user, err := m.account(ctx, p, of)
	if err != nil {
		return "", err
	}
	return m.issueCode(ctx, p, user, browser, of.HasFactor)
}

// useState uses the state of a log-in up.
func (m *Manager) useState(ctx context.Context, p *provider, state, browser string) error {
	used, err := m.db.Shared(ctx).Exec(`
DELETE FROM oidc_logins WHERE hash = $1 AND browser = $2 AND provider = $3 AND user_id IS NULL AND expires_at > $4`,
		token.Hash(state), token.Hash(browser), p.Name, m.now())
	switch {
	case err != nil:
		return err //nolint:wrapcheck // The caller names the operation.
	case used == 0:
		return refuse(Expired, errState)
	}
	return nil
}

// checkAnswer checks what the provider says before its code is used. A provider that names its
// issuer must do so in each answer, so that the code of one is not sent to another (RFC 9207).
func checkAnswer(p *provider, described *description, answer url.Values) error {
	if issuer, named := answer["iss"]; (described.NamesIssuer || named) && (len(issuer) != 1 || issuer[0] != p.Issuer) {
		return refuse(Failed, errIssuer)
	}
	if reason := answer.Get("error"); reason != "" || answer.Get("code") == "" {
		cause := fmt.Errorf("%w: %s", errProvider, fault.Shown(reason))
		if reason == "access_denied" {
			return refuse(Denied, cause)
		}
		return refuse(Failed, cause)
	}
	return nil
}

func (m *Manager) issueCode(ctx context.Context, p *provider, user uuid.UUID, browser string, hasFactor bool) (string, error) {
	code, hash := token.NewOpaque()
	_, err := m.db.Shared(ctx).Exec(`
INSERT INTO oidc_logins (id, provider, hash, browser, user_id, has_factor, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		entity.NewID(), p.Name, hash, token.Hash(browser), user, hasFactor, m.now().Add(codeLife))
	return code, err //nolint:wrapcheck // The caller names the operation.
}

// authURL returns where the provider asks the person.
func (p *provider) authURL(described *description, redirect, state, browser string) string {
	return p.oauth(described, redirect).AuthCodeURL(state,
		oauth2.SetAuthURLParam("nonce", derive("nonce", state, browser)),
		oauth2.S256ChallengeOption(derive("verifier", state, browser)),
	)
}
