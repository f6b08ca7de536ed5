package sso

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// identity is a person as a provider describes it.
type identity struct {
	Issuer, Subject string
	// Email is empty unless the provider says that it has verified it.
	Email               string
	FirstName, LastName string
	// HasFactor is set if the provider has checked a second factor.
	HasFactor bool
}

// claims are the claims of an ID token, or of the userinfo endpoint, that are read.
type claims struct {
	Email         string   `json:"email"`
	EmailVerified verified `json:"email_verified"`
	Name          string   `json:"name"`
	GivenName     string   `json:"given_name"`
	FamilyName    string   `json:"family_name"`
	AMR           methods  `json:"amr"`
	Party         string   `json:"azp"`
}

// verified is true, or "true", as some providers write it.
type verified bool

// UnmarshalJSON implements [json.Unmarshaler].
func (v *verified) UnmarshalJSON(text []byte) error {
	*v = string(text) == "true" || string(text) == `"true"`
	return nil
}

// methods are the authentication methods of RFC 8176. Anything but an array of texts is none.
type methods []string

// UnmarshalJSON implements [json.Unmarshaler].
func (m *methods) UnmarshalJSON(text []byte) error {
	var read []string
	if json.Unmarshal(text, &read) == nil {
		*m = read
	}
	return nil
}

// factors are the methods of RFC 8176 that are more than a password, a PIN or a place.
var factors = []string{
	"mfa", "otp", "hwk", "swk", "pop", "sc", "sms", "tel", "fpt", "face", "iris", "retina", "vbm",
}

var (
	errNoIDToken = errors.New("the provider sent no ID token")
	errNonce     = errors.New("the nonce of the ID token is another one")
	errParty     = errors.New("the ID token was issued to another client")
	errSubject   = errors.New("the subject is missing, too long, or another one at the userinfo endpoint")
)

// maxSubject is the maximum length of a subject in bytes (OpenID Connect Core, section 2).
const maxSubject = 255

// identify exchanges the code of the provider, and returns the person of the verified ID token.
func (p *provider) identify(ctx context.Context, d *description, redirect, code, verifier, nonce string) (*identity, error) {
	ctx, cancel := context.WithTimeout(p.calling(ctx), 2*callTime)
	defer cancel()
	client := p.oauth(d, redirect)
	token, err := client.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return nil, fmt.Errorf("exchange the code: %w", withoutAnswer(err))
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return nil, errNoIDToken
	}
	// The verifier refuses algorithms without a public key: none, and HS256 with a secret.
	checked, err := d.VerifierContext(ctx, &oidc.Config{ClientID: p.ClientID, Now: p.clock}).Verify(ctx, raw)
	if err != nil {
		return nil, fmt.Errorf("verify the ID token: %w", err)
	}
	var said claims
	if err := checked.Claims(&said); err != nil {
		return nil, fmt.Errorf("read the ID token: %w", err)
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(checked.Nonce), []byte(nonce)) != 1:
		return nil, errNonce
	case said.Party != "" && said.Party != p.ClientID, said.Party == "" && len(checked.Audience) > 1:
		return nil, errParty
	case checked.Subject == "" || len(checked.Subject) > maxSubject || strings.Contains(checked.Subject, "\x00"):
		return nil, errSubject
	}
	if checked.AccessTokenHash != "" {
		if err := checked.VerifyAccessToken(token.AccessToken); err != nil {
			return nil, fmt.Errorf("verify the access token: %w", err)
		}
	}
	if said.Email == "" && d.UserinfoEndpoint != "" {
		if err := askUserinfo(ctx, d, client, token, checked.Subject, &said); err != nil {
			return nil, err
		}
	}
	return said.identity(p.Issuer, checked.Subject), nil
}

// askUserinfo completes the claims of a provider that has left the e-mail out of the ID token.
func askUserinfo(
	ctx context.Context, d *description, client *oauth2.Config, token *oauth2.Token, subject string, said *claims,
) error {
	info, err := d.UserInfo(ctx, client.TokenSource(ctx, token))
	if err != nil {
		return fmt.Errorf("ask the userinfo endpoint: %w", err)
	}
	if info.Subject != subject {
		return errSubject
	}
	methods, party := said.AMR, said.Party
	if err := info.Claims(said); err != nil {
		return fmt.Errorf("read the answer of the userinfo endpoint: %w", err)
	}
	said.AMR, said.Party = methods, party // only the ID token says how the person logged in
	return nil
}

func (c *claims) identity(issuer, subject string) *identity {
	of := &identity{
		Issuer: issuer, Subject: subject, FirstName: c.GivenName, LastName: c.FamilyName,
		HasFactor: slices.ContainsFunc(c.AMR, func(method string) bool { return slices.Contains(factors, method) }),
	}
	if c.EmailVerified {
		of.Email = c.Email
	}
	if of.FirstName == "" && of.LastName == "" {
		of.FirstName, of.LastName, _ = strings.Cut(strings.TrimSpace(c.Name), " ")
	}
	return of
}

// withoutAnswer returns an error of the token endpoint without the body of its answer, which may
// contain a token.
func withoutAnswer(err error) error {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return fmt.Errorf("%s: %q", refused.Response.Status, refused.ErrorCode) //nolint:err113 // for the log alone
	}
	return err
}
