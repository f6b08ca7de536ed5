package session

import (
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/secret"
)

// LoginAnswer is a [Login] in the APIs: what is nil is left out or null. It has either the fields
// of a session, or those of a challenge.
type LoginAnswer struct {
	secret.Hidden

	Token, RefreshToken *string
	ExpiresIn           *int
	User                *ent.User
	Firms               []membership.FirmEntry

	MfaRequired *bool
	MfaToken    *string
	Methods     []string
}

// Answer returns the result of a log-in for the APIs.
func Answer(login *Login, err error) (*LoginAnswer, error) {
	switch {
	case err != nil:
		return nil, err
	case login.Challenge != nil:
		return &LoginAnswer{MfaRequired: new(true), MfaToken: &login.Challenge.Token, Methods: login.Challenge.Methods}, nil
	}
	return &LoginAnswer{
		Token: &login.Token, RefreshToken: &login.RefreshToken, ExpiresIn: &login.ExpiresIn, User: login.User, Firms: login.Firms,
	}, nil
}
