package auth

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// TokenLife is how long an access token is good for.
	TokenLife = 15 * time.Minute
	expiresIn = int(TokenLife / time.Second)
	// maxToken is far above any token of ours, in bytes: what is longer is refused unread.
	maxToken = 4096
	// cachedTokens take some 4 MB when all are there.
	cachedTokens = 1 << 14
)

// claims are those of an access token, under the names of the contract beside the registered ones. A token without an
// active firm has neither firm, relation nor role.
type claims struct {
	NameIdentifier uuid.UUID `json:"NameIdentifier"`
	Email          string    `json:"Email"`
	FirmID         uuid.UUID `json:"FirmId,omitzero"`
	RelationID     uuid.UUID `json:"RelationId,omitzero"`
	SuperFirm      bool      `json:"issuperfirm"`
	RoleID         uuid.UUID `json:"RoleId,omitzero"`
	SessionID      uuid.UUID `json:"sid"`

	Issuer    string           `json:"iss"`
	Audience  string           `json:"aud"`
	Subject   uuid.UUID        `json:"sub"`
	IssuedAt  *jwt.NumericDate `json:"iat"`
	ExpiresAt *jwt.NumericDate `json:"exp"`
	TokenID   string           `json:"jti"`
}

// GetExpirationTime implements jwt.Claims, as do the others.
func (c *claims) GetExpirationTime() (*jwt.NumericDate, error) { return c.ExpiresAt, nil }

// GetIssuedAt implements jwt.Claims.
func (c *claims) GetIssuedAt() (*jwt.NumericDate, error) { return c.IssuedAt, nil }

// GetNotBefore implements jwt.Claims: our tokens are good at once.
func (c *claims) GetNotBefore() (*jwt.NumericDate, error) { return nil, nil } //nolint:nilnil // jwt's way to say "none"

// GetIssuer implements jwt.Claims.
func (c *claims) GetIssuer() (string, error) { return c.Issuer, nil }

// GetSubject implements jwt.Claims.
func (c *claims) GetSubject() (string, error) { return c.Subject.String(), nil }

// GetAudience implements jwt.Claims.
func (c *claims) GetAudience() (jwt.ClaimStrings, error) { return jwt.ClaimStrings{c.Audience}, nil }

// mint signs an access token for a session in one of the user's firms, or in none.
func (a *Authority) mint(ctx context.Context, sessionID uuid.UUID, in place) (string, error) {
	now := a.now()
	key := a.signingKeys(ctx).signer(now)
	said := &claims{
		NameIdentifier: in.user.ID,
		Email:          in.user.Email,
		SessionID:      sessionID,
		Issuer:         a.issuer,
		Audience:       a.audience,
		Subject:        in.user.ID,
		IssuedAt:       jwt.NewNumericDate(now),
		ExpiresAt:      jwt.NewNumericDate(now.Add(TokenLife)),
		TokenID:        uuid.NewString(),
	}
	if !in.hasNoFirm() {
		said.FirmID, said.SuperFirm = in.firm.ID, in.firm.IsSuperFirm
		said.RelationID, said.RoleID = in.membership.ID, in.membership.RoleID
	}
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, said)
	token.Header["kid"] = key.kid
	signed, err := token.SignedString(key.private)
	if err != nil {
		return "", fmt.Errorf("auth: sign an access token: %w", err)
	}
	return signed, nil
}

// known is what a good token says, with no membership where it is for no firm; whether user, firm and session still
// stand is another question.
type known struct {
	userID, membershipID, sessionID uuid.UUID
	expires                         time.Time
	kid                             string
}

// tokenCache remembers tokens whose signature was good: to verify one costs as much as all the rest of a small request.
type tokenCache = lru.Cache[[sha256.Size]byte, known]

func newTokenCache() *tokenCache {
	cache, err := lru.New[[sha256.Size]byte, known](cachedTokens)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return cache
}

// badToken refuses a token in the same words whatever is wrong with it; the cause is for the log.
func badToken(cause error) *fault.Error {
	return fault.New(fault.Unauthorized, "The access token is not valid. Log in again.").Because(cause)
}

var (
	errTokenSize    = errors.New("auth: the token is empty or too long")
	errTokenExpired = errors.New("auth: the token has expired")
	errTokenFirm    = errors.New("auth: the token names a firm without a relation, or the reverse")
	errTokenKey     = errors.New("auth: the token names no key of ours")
)

// recognise gives what a token says, or Unauthorized: for a token that isn't ours, is expired, or was signed by a key
// that has been retired.
func (a *Authority) recognise(ctx context.Context, token string) (known, error) {
	if token == "" || len(token) > maxToken {
		return known{}, badToken(errTokenSize)
	}
	sum := sha256.Sum256([]byte(token))
	if seen, ok := a.verified.Get(sum); ok {
		return seen, a.stillGood(ctx, seen)
	}
	read, err := a.verify(ctx, token)
	if err != nil {
		return known{}, err
	}
	a.verified.Add(sum, read)
	return read, nil
}

func (a *Authority) stillGood(ctx context.Context, seen known) error {
	if !a.now().Before(seen.expires) {
		return badToken(errTokenExpired)
	}
	if _, err := a.verifier(ctx, seen.kid); err != nil {
		return refused(err)
	}
	return nil
}

func (a *Authority) verify(ctx context.Context, token string) (known, error) {
	var said claims
	parsed, err := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}),
		jwt.WithIssuer(a.issuer), jwt.WithAudience(a.audience), jwt.WithExpirationRequired(),
		jwt.WithStrictDecoding(), jwt.WithTimeFunc(a.now),
	).ParseWithClaims(token, &said, func(token *jwt.Token) (any, error) {
		kid, _ := token.Header["kid"].(string)
		return a.verifier(ctx, kid)
	})
	if err != nil {
		return known{}, refused(err)
	}
	if (said.FirmID == uuid.Nil) != (said.RelationID == uuid.Nil) {
		return known{}, badToken(errTokenFirm)
	}
	kid, _ := parsed.Header["kid"].(string)
	return known{
		userID: said.Subject, membershipID: said.RelationID, sessionID: said.SessionID,
		expires: said.ExpiresAt.Time, kid: kid,
	}, nil
}

// refused keeps an outage apart from a bad token: who is signed in shall not be told otherwise for it.
func refused(err error) error {
	if fault.Is(err, fault.Unavailable) {
		return err
	}
	return badToken(err)
}
