package session

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// LoginInput is an e-mail address and a password.
type LoginInput struct {
	secret.Hidden

	Email    string
	Password string
}

// Validate trims the e-mail address and returns every fault.
func (in *LoginInput) Validate() fault.Details {
	var faults fault.Details
	email.Check(&faults, "email", &in.Email)
	password.Validate(&faults, "password", in.Password)
	return faults
}

// Login is a new session with its tokens, or a challenge for a user with a second factor.
type Login struct {
	secret.Hidden

	// Challenge is nil for a new session. If it is not, all other fields are zero.
	Challenge *factor.Challenge

	// Token is the access token, and RefreshToken the token that renews it.
	Token, RefreshToken string
	// ExpiresIn is the life of the access token in seconds.
	ExpiresIn int
	User      *ent.User
	// Firms are the firms that the user can choose, by name. The token is for the firm last used,
	// else for the first one. A user who has only invitations can choose none, and the token is for
	// no firm.
	Firms []membership.FirmEntry

	// start is where the session begins.
	start membership.Choice
}

// badLogin returns the same error for every cause. Only the log contains the cause.
func badLogin(cause error) error {
	return fault.New(fault.Unauthorized, "The e-mail or the password is wrong, or the account is not active.").Because(cause)
}

var (
	errUnknownEmail  = errors.New("session: unknown e-mail")
	errWrongPassword = errors.New("session: wrong password")
	errInactiveUser  = errors.New("session: the user is not active")
	errNoFirm        = errors.New("session: the user has no active firm and no invitation")
)

// Login begins a session. Anybody may call it. The first log-in to an account uses the password of
// one of its three newest invitations. That password becomes the password of the account, and the
// user joins that firm. For a user with a second factor it begins no session: it returns a
// challenge for [Manager.LoginMFA].
//
// Login returns Unauthorized, with the same text and after the same time, for an unknown e-mail
// address, a wrong password, and a user who is not active or has neither an active firm nor an
// invitation. It returns ValidationError for invalid e-mail addresses and passwords,
// TooManyRequests beyond the [LoginLimits], and Unavailable when too many passwords wait to be
// hashed. It opens its own transaction after hashing.
func (m *Manager) Login(ctx context.Context, in LoginInput) (login *Login, err error) {
	defer fault.Wrap(&err, "session.Login")
	defer func() { m.tried(ByPassword, login, err) }()
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	key, request := email.Key(in.Email), viewer.From(ctx).Request
	err = m.limits.take(ctx, m.now(), request, key, func() (bool, error) { return m.isKnownAddress(ctx, key, request) })
	if err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a log-in comes before a firm is chosen")
	known, err := m.identify(ctx, key, in.Password)
	if err != nil {
		return nil, err
	}
	settle := m.firstLogin // the first log-in
	if known.PasswordHash != "" {
		stronger := m.strengthen(ctx, known.User, in.Password)
		settle = func(ctx context.Context, known *identity) error { return m.replaceWeak(ctx, known.User, stronger) }
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if err := account.Lock(ctx, m.db, known.User); err != nil {
			return err
		}
		if err := settle(ctx, known); err != nil {
			return err
		}
		login, err = m.beginOrChallenge(ctx, known.User, "", request)
		return err
	})
	if err != nil {
		return nil, err
	}
	return login, nil
}

// replaceWeak stores the hash that [Manager.strengthen] returned, if any.
func (m *Manager) replaceWeak(ctx context.Context, known *ent.User, stronger string) error {
	if stronger == "" {
		return nil
	}
	return m.db.Client.User.UpdateOne(known).SetPasswordHash(stronger).Exec(ctx) //nolint:wrapcheck // Login names the operation.
}

// strengthen returns a new hash if the stored one is weaker than new ones, else "". When the queue
// is full it returns "", and the next log-in tries again.
func (m *Manager) strengthen(ctx context.Context, known *ent.User, typed string) string {
	if !m.passwords.NeedsRehash(known.PasswordHash) {
		return ""
	}
	hash, err := m.passwords.Hash(ctx, typed)
	if err != nil {
		slog.WarnContext(ctx, "a weak password hash stays for now", "user", known.ID, "error", err)
		return ""
	}
	return hash
}

// begin creates the session and its tokens.
func (m *Manager) begin(ctx context.Context, known *ent.User, request viewer.Request) (*Login, error) {
	choices, start, err := m.start(ctx, known)
	if err != nil {
		return nil, err
	}
	session := m.db.Client.Session.Create().
		SetUserID(known.ID).SetLastUsedAt(m.now()).
		SetAddress(address(request)).SetUserAgent(userAgent(request))
	if !start.HasNoFirm() {
		session.SetFirmID(start.Firm.ID).SetMembershipID(start.Membership.ID)
		if start.Membership.LastUsedAt == nil {
			if err := start.Use(ctx, m.db, m.now()); err != nil {
				return nil, err
			}
		}
	}
	begun, err := session.Save(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // Login names the operation.
	}
	if err := m.noteDevice(ctx, begun); err != nil {
		return nil, err
	}
	pair, err := m.issue(ctx, begun.ID, start)
	if err != nil {
		return nil, err
	}
	return &Login{
		Token: pair.Token, RefreshToken: pair.RefreshToken, ExpiresIn: pair.ExpiresIn, User: known,
		Firms: membership.Entries(choices, begun.ID), start: start,
	}, nil
}

// start returns the firms that a user can choose, and the one in which a session begins.
func (m *Manager) start(ctx context.Context, known *ent.User) (choices []membership.Choice, start membership.Choice, err error) {
	if choices, err = m.memberships.Choices(ctx, known); err != nil {
		return nil, start, err
	}
	start, ok, err := m.memberships.Default(ctx, known, choices)
	if err == nil && !ok {
		err = badLogin(errNoFirm)
	}
	return choices, start, err
}

// address returns the IP address of the request as text, without the zone of a link-local address.
func address(request viewer.Request) string {
	if !request.Address.IsValid() {
		return ""
	}
	return request.Address.Unmap().WithZone("").String()
}

// maxUserAgent is the maximum length of sessions.user_agent in bytes.
const maxUserAgent = 512

// userAgent returns the User-Agent of the request, truncated and without characters that PostgreSQL
// can't store.
func userAgent(request viewer.Request) string {
	said := request.UserAgent
	if len(said) > maxUserAgent {
		said = said[:maxUserAgent]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(said, ""), "\x00", "")
}
