package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

const (
	loginPath   = "/api/v1/auth/login"
	mfaPath     = "/api/v1/auth/login/mfa"
	refreshPath = "/api/v1/auth/refreshtoken"
	firmPath    = "/api/v1/auth/setfirm"
	logoutPath  = "/api/v1/auth/logout"
	// spare is how long a token must still be valid to be used for another request.
	spare = 30 * time.Second
)

// issued are the tokens of a response.
type issued struct {
	Token, RefreshToken string
	ExpiresIn           int
}

// MFARequiredError is returned for a log-in that needs a code of a second factor. The token is for
// [Client.LogInMFA].
type MFARequiredError struct{ Token string }

// Error implements error.
func (*MFARequiredError) Error() string { return "client: the account has a second factor" }

// LogIn begins a session. The session is not stored until [Client.Keep] is called.
func (c *Client) LogIn(ctx context.Context, email, password string) (*Login, error) {
	return c.begin(ctx, loginPath, email, map[string]string{"email": email, "password": password})
}

// LogInMFA begins the session of a log-in that needed a code.
func (c *Client) LogInMFA(ctx context.Context, email string, waiting *MFARequiredError, code string) (*Login, error) {
	return c.begin(ctx, mfaPath, email, map[string]string{"mfaToken": waiting.Token, "code": code})
}

func (c *Client) begin(ctx context.Context, path, email string, body map[string]string) (*Login, error) {
	var answer struct {
		issued

		MfaToken string
		User     struct{ ID string }
		Firms    []Firm
	}
	if err := c.ask(ctx, http.MethodPost, path, "", body, &answer); err != nil {
		return nil, err
	}
	if answer.MfaToken != "" {
		return nil, &MFARequiredError{Token: answer.MfaToken}
	}
	for i, firm := range answer.Firms {
		answer.Firms[i].Name = plain(firm.Name)
	}
	login := &Login{Email: email, UserID: answer.User.ID, Firms: answer.Firms, Tokens: map[string]Token{}}
	if len(answer.Firms) > 0 {
		login.SessionID = answer.Firms[0].SessionID
	}
	firm, err := login.take(answer.issued)
	login.FirmID = firm
	return login, err
}

// Keep stores a login, which acts in its own firm from now on. An earlier login at the same server
// ends.
func (c *Client) Keep(ctx context.Context, login *Login, firm Firm) error {
	if firm.ID != login.FirmID {
		if err := c.enter(ctx, login, firm, login.Tokens[login.FirmID].Text); err != nil {
			return err
		}
		login.FirmID = firm.ID
	}
	return c.logins.locked(ctx, func(content *stored) error {
		former := content.Logins[c.server]
		content.Current, content.Logins[c.server] = c.server, login
		if err := c.logins.write(content); err != nil {
			return err
		}
		if former != nil {
			_ = c.end(ctx, former) // The session may have ended before.
		}
		return nil
	})
}

// Drop ends a session that was not stored.
func (c *Client) Drop(ctx context.Context, login *Login) error { return c.end(ctx, login) }

// LogOut ends the session and deletes the login. It deletes the login even when the server does not
// answer, and then returns an error. It reports whether there was a login.
func (c *Client) LogOut(ctx context.Context) (found bool, err error) {
	err = c.logins.locked(ctx, func(content *stored) error {
		login := content.Logins[c.server]
		if found = login != nil; !found {
			return nil
		}
		ending := c.end(ctx, login)
		delete(content.Logins, c.server)
		if content.Current == c.server {
			content.Current = ""
		}
		return errors.Join(c.logins.write(content), ending)
	})
	return found, err
}

// end ends the session of a login. It returns no error if the session has already ended.
func (c *Client) end(ctx context.Context, login *Login) error {
	token := ""
	for _, one := range login.Tokens {
		if time.Until(one.Expires) > 0 {
			token = one.Text
		}
	}
	var err error
	if token == "" {
		var answer issued
		err = c.ask(ctx, http.MethodPost, refreshPath, "", map[string]string{"refreshToken": login.RefreshToken}, &answer)
		token = answer.Token
	}
	if err == nil {
		err = c.ask(ctx, http.MethodPost, logoutPath, token, struct{}{}, new(any))
	}
	if refused, ok := errors.AsType[*RefusalError](err); ok && refused.Status == http.StatusUnauthorized {
		return nil
	}
	return err
}

// token returns the access token for a firm. When the user visits the firm, without belonging to
// it, token also returns the firm's id. Both are empty without a login.
func (c *Client) token(ctx context.Context, name string) (token, visited string, err error) {
	if c.logins == nil {
		return "", "", nil
	}
	content, err := c.logins.read()
	if err != nil {
		return "", "", err
	}
	login := content.Logins[c.server]
	if login == nil {
		return "", "", nil
	}
	firm, visited, err := login.choose(name)
	if err != nil {
		return "", "", err
	}
	if kept := login.Tokens[firm.ID]; time.Until(kept.Expires) > spare {
		return kept.Text, visited, nil
	}
	err = c.logins.locked(ctx, func(content *stored) error {
		login := content.Logins[c.server] // Another process may have renewed it.
		if login == nil {
			return errors.New("somebody has logged out")
		}
		token, err = c.renew(ctx, content, login, firm)
		return err
	})
	return token, visited, err
}

// choose returns the firm with a name or id. For the id of another firm it returns the firm of the
// login and that id.
func (l *Login) choose(name string) (firm Firm, visited string, err error) {
	if name == "" {
		name = l.FirmID
	}
	if found, ok := l.Find(name); ok {
		return found, "", nil
	}
	home, _ := l.Find(l.FirmID)
	if name == "" || uuid.Validate(name) == nil {
		return home, name, nil
	}
	return Firm{}, "", fmt.Errorf("%s is in no firm named %q; log in again if that is new", l.Email, name)
}

// renew returns a token for a firm, and stores it. It exchanges a token for another firm or the
// refresh token.
func (c *Client) renew(ctx context.Context, content *stored, login *Login, firm Firm) (string, error) {
	if kept := login.Tokens[firm.ID]; time.Until(kept.Expires) > spare {
		return kept.Text, nil
	}
	valid := ""
	for id, one := range login.Tokens {
		if time.Until(one.Expires) > spare {
			valid = one.Text
		} else {
			delete(login.Tokens, id)
		}
	}
	if valid == "" {
		var answer issued
		err := c.ask(ctx, http.MethodPost, refreshPath, "", map[string]string{"refreshToken": login.RefreshToken}, &answer)
		if refused, ok := errors.AsType[*RefusalError](err); ok && refused.Status == http.StatusUnauthorized {
			return "", fmt.Errorf("the login at %s has ended; log in again: firmhub login %s", c.server, c.server)
		}
		if err != nil {
			return "", err
		}
		current, err := login.take(answer)
		if err := errors.Join(err, c.logins.write(content)); err != nil {
			return "", err
		}
		if current == firm.ID {
			return answer.Token, nil
		}
		valid = answer.Token
	}
	if err := c.enter(ctx, login, firm, valid); err != nil {
		return "", err
	}
	return login.Tokens[firm.ID].Text, c.logins.write(content)
}

// enter exchanges a token for another firm for a token for a firm of the user.
func (c *Client) enter(ctx context.Context, login *Login, firm Firm, token string) error {
	query := url.Values{"userId": {login.UserID}, "relationId": {firm.RelationID}, "sessionId": {login.SessionID}}
	var answer issued
	if err := c.ask(ctx, http.MethodGet, firmPath+"?"+query.Encode(), token, nil, &answer); err != nil {
		return err
	}
	_, err := login.take(answer)
	return err
}

// take stores the tokens of a response, and returns the id of the firm of the access token.
func (l *Login) take(answer issued) (firm string, err error) {
	var claims struct {
		jwt.RegisteredClaims

		FirmID string `json:"FirmId"`
	}
	// The server checks the token; here only its firm is read.
	if _, _, err := jwt.NewParser().ParseUnverified(answer.Token, &claims); err != nil {
		return "", fmt.Errorf("read the access token: %w", err)
	}
	if answer.RefreshToken != "" {
		l.RefreshToken = answer.RefreshToken
	}
	l.Tokens[claims.FirmID] = Token{answer.Token, time.Now().Add(time.Duration(answer.ExpiresIn) * time.Second).UTC()}
	return claims.FirmID, nil
}
