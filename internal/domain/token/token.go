package token

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// DefaultLife is how long an access token is valid if nothing else is configured.
	DefaultLife = 15 * time.Minute
	// MinLife is the shortest life of an access token that can be configured.
	MinLife = 5 * time.Second
	// MaxLife is the longest life that can be configured.
	MaxLife = 24 * time.Hour
	// maxToken is the maximum length of a token in bytes, far above the real length. Longer ones
	// are refused unread.
	maxToken = 4096
)

// claims are the claims of an access token: the registered ones, and firmhub's own with the names
// of the contract. A token without an active firm has neither firm, relation nor role.
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

// GetNotBefore implements jwt.Claims: the tokens are valid at once.
func (c *claims) GetNotBefore() (*jwt.NumericDate, error) { return nil, nil } //nolint:nilnil // jwt's way to say "none"

// GetIssuer implements jwt.Claims.
func (c *claims) GetIssuer() (string, error) { return c.Issuer, nil }

// GetSubject implements jwt.Claims.
func (c *claims) GetSubject() (string, error) { return c.Subject.String(), nil }

// GetAudience implements jwt.Claims.
func (c *claims) GetAudience() (jwt.ClaimStrings, error) { return jwt.ClaimStrings{c.Audience}, nil }

// Claims are the content of an access token. FirmID, MembershipID and RoleID are zero in a token
// without a firm. [Issuer.Verify] returns only Expires and the ids of user, session, firm and
// membership: the others may have changed since.
type Claims struct {
	UserID, SessionID            uuid.UUID
	FirmID, MembershipID, RoleID uuid.UUID
	SuperFirm                    bool
	Email                        string
	Expires                      time.Time
}

// Issue signs an access token with the claims. It expires after [Issuer.Life].
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

// invalid returns the error for a token that is not valid. The message says that the token has
// expired only if firmhub signed it. For every other cause the message is the same, and the log has
// the cause.
func invalid(cause error) *fault.Error {
	if errors.Is(cause, errTokenExpired) || errors.Is(cause, jwt.ErrTokenExpired) {
		return viewer.RefuseCredential(cause, "The access token has expired. Exchange the refresh token for a new one.")
	}
	return viewer.RefuseCredential(cause, "The access token is malformed, or was not issued by this server. Log in again.")
}

var (
	errTokenSize    = errors.New("token: the token is empty or too long")
	errTokenLines   = errors.New("token: the token has line ends")
	errTokenExpired = errors.New("token: the token has expired")
	errTokenFirm    = errors.New("token: the token names a firm without a relation, or the reverse")
	errTokenKey     = errors.New("token: the token names no key of ours")
)

// Verify returns the claims of an access token. It returns Unauthorized for a token that firmhub
// did not sign, that has expired, or whose key has been retired. It returns Unavailable when the
// signing keys can't be read.
func (i *Issuer) Verify(ctx context.Context, token string) (Claims, error) {
	if token == "" || len(token) > maxToken {
		return Claims{}, invalid(errTokenSize)
	}
	if strings.ContainsAny(token, "\r\n") { // A decoder of base64 skips them.
		return Claims{}, invalid(errTokenLines)
	}
	if sum := i.verified.sum(token); !i.verified.has(sum) {
		if err := i.verify(ctx, token); err != nil {
			return Claims{}, err
		}
		i.verified.add(sum, i.now())
	}
	read, err := i.read(ctx, token)
	if err != nil {
		return Claims{}, refused(err)
	}
	return read, nil
}

// verify checks everything in a token.
func (i *Issuer) verify(ctx context.Context, token string) error {
	var said claims
	_, err := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}),
		jwt.WithIssuer(i.issuer), jwt.WithAudience(i.audience), jwt.WithExpirationRequired(),
		jwt.WithStrictDecoding(), jwt.WithTimeFunc(i.now),
	).ParseWithClaims(token, &said, func(token *jwt.Token) (any, error) {
		kid, _ := token.Header["kid"].(string)
		key, err := i.verifier(ctx, kid)
		return key.public, err
	})
	if err != nil {
		return refused(err)
	}
	if (said.FirmID == uuid.Nil) != (said.RelationID == uuid.Nil) {
		return invalid(errTokenFirm)
	}
	return nil
}

// read returns the claims of a token that was verified before. It checks again what changes with
// time: whether the token has expired, and whether its key has been retired.
func (i *Issuer) read(ctx context.Context, token string) (Claims, error) {
	first, rest, _ := strings.Cut(token, ".")
	second, _, _ := strings.Cut(rest, ".")
	header, err := base64.RawURLEncoding.DecodeString(first)
	if err != nil {
		return Claims{}, err
	}
	payload, err := base64.RawURLEncoding.DecodeString(second)
	if err != nil {
		return Claims{}, err
	}
	var said Claims
	gjson.ParseBytes(payload).ForEach(func(name, value gjson.Result) bool {
		switch name.Str {
		case "sub":
			said.UserID, err = uuid.Parse(value.Str)
		case "sid":
			said.SessionID, err = uuid.Parse(value.Str)
		case "FirmId":
			said.FirmID, err = uuid.Parse(value.Str)
		case "RelationId":
			said.MembershipID, err = uuid.Parse(value.Str)
		case "exp":
			said.Expires = time.Unix(value.Int(), 0)
		}
		return err == nil
	})
	if err != nil {
		return Claims{}, err
	}
	if !i.now().Before(said.Expires) {
		return Claims{}, errTokenExpired
	}
	if _, err := i.verifier(ctx, gjson.GetBytes(header, "kid").Str); err != nil {
		return Claims{}, err
	}
	return said, nil
}

// refused returns [invalid], but returns Unavailable unchanged.
func refused(err error) error {
	if fault.Is(err, fault.Unavailable) {
		return err
	}
	return invalid(err)
}
