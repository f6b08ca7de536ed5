package token

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
	// DefaultLife is how long an access token is valid, where nothing else is configured.
	DefaultLife = 15 * time.Minute
	// MinLife is the shortest life of an access token that can be configured.
	MinLife = 5 * time.Second
	// MaxLife is the longest one.
	MaxLife = 24 * time.Hour
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

// Claims are what an access token says. FirmID, MembershipID and RoleID are zero in a token without a firm. [Issuer.Verify]
// returns only the ids of user, session, firm and membership, and Expires: the others may have changed since.
type Claims struct {
	UserID, SessionID            uuid.UUID
	FirmID, MembershipID, RoleID uuid.UUID
	SuperFirm                    bool
	Email                        string
	Expires                      time.Time

	kid string
}

// Issue signs an access token of the claims, which expires after [Issuer.Life].
func (i *Issuer) Issue(ctx context.Context, of Claims) (string, error) {
	now := i.now()
	key := i.signingKeys(ctx).signer(now)
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, &claims{
		NameIdentifier: of.UserID,
		Email:          of.Email,
		FirmID:         of.FirmID,
		RelationID:     of.MembershipID,
		SuperFirm:      of.SuperFirm,
		RoleID:         of.RoleID,
		SessionID:      of.SessionID,
		Issuer:         i.issuer,
		Audience:       i.audience,
		Subject:        of.UserID,
		IssuedAt:       jwt.NewNumericDate(now),
		ExpiresAt:      jwt.NewNumericDate(now.Add(i.life)),
		TokenID:        uuid.NewString(),
	})
	token.Header["kid"] = key.kid
	signed, err := token.SignedString(key.private)
	if err != nil {
		return "", fmt.Errorf("token: sign an access token: %w", err)
	}
	return signed, nil
}

// tokenCache holds tokens whose signature was verified, which costs as much as the rest of a small request.
type tokenCache = lru.Cache[[sha256.Size]byte, Claims]

func newTokenCache() *tokenCache {
	cache, err := lru.New[[sha256.Size]byte, Claims](cachedTokens)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return cache
}

// Invalid returns the error for a token that is not valid. Clients see the same words for every cause; the log has the cause.
func Invalid(cause error) *fault.Error {
	return fault.New(fault.Unauthorized, "The access token is not valid. Log in again.").Because(cause)
}

var (
	errTokenSize    = errors.New("token: the token is empty or too long")
	errTokenExpired = errors.New("token: the token has expired")
	errTokenFirm    = errors.New("token: the token names a firm without a relation, or the reverse")
	errTokenKey     = errors.New("token: the token names no key of ours")
)

// Verify returns the claims of an access token. It returns Unauthorized for a token that is not ours, has expired, or was
// signed by a key that has been retired; and Unavailable when the signing keys can't be read.
func (i *Issuer) Verify(ctx context.Context, token string) (Claims, error) {
	if token == "" || len(token) > maxToken {
		return Claims{}, Invalid(errTokenSize)
	}
	sum := sha256.Sum256([]byte(token))
	if seen, ok := i.verified.Get(sum); ok {
		return seen, i.stillGood(ctx, seen)
	}
	read, err := i.verify(ctx, token)
	if err != nil {
		return Claims{}, err
	}
	i.verified.Add(sum, read)
	return read, nil
}

func (i *Issuer) stillGood(ctx context.Context, seen Claims) error {
	if !i.now().Before(seen.Expires) {
		return Invalid(errTokenExpired)
	}
	if _, err := i.verifier(ctx, seen.kid); err != nil {
		return refused(err)
	}
	return nil
}

func (i *Issuer) verify(ctx context.Context, token string) (Claims, error) {
	var said claims
	parsed, err := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}),
		jwt.WithIssuer(i.issuer), jwt.WithAudience(i.audience), jwt.WithExpirationRequired(),
		jwt.WithStrictDecoding(), jwt.WithTimeFunc(i.now),
	).ParseWithClaims(token, &said, func(token *jwt.Token) (any, error) {
		kid, _ := token.Header["kid"].(string)
		key, err := i.verifier(ctx, kid)
		return key.public, err
	})
	if err != nil {
		return Claims{}, refused(err)
	}
	if (said.FirmID == uuid.Nil) != (said.RelationID == uuid.Nil) {
		return Claims{}, Invalid(errTokenFirm)
	}
	kid, _ := parsed.Header["kid"].(string)
	return Claims{
		UserID: said.Subject, SessionID: said.SessionID, FirmID: said.FirmID, MembershipID: said.RelationID,
		Expires: said.ExpiresAt.Time, kid: kid,
	}, nil
}

// refused returns [Invalid], but leaves Unavailable as it is.
func refused(err error) error {
	if fault.Is(err, fault.Unavailable) {
		return err
	}
	return Invalid(err)
}
