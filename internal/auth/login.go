package auth

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// LoginInput is what somebody shows to sign in.
type LoginInput struct {
	secret

	Email    string
	Password string
}

// Validate trims the e-mail and notes every fault.
func (in *LoginInput) Validate() fault.Details {
	var faults fault.Details
	in.Email = strings.TrimSpace(in.Email)
	ValidateEmail(&faults, "email", in.Email)
	ValidatePassword(&faults, "password", in.Password)
	return faults
}

// Login is a fresh session.
type Login struct {
	secret

	// Token is the access token, RefreshToken what it is renewed with.
	Token, RefreshToken string
	// ExpiresIn is the life of the access token, in seconds.
	ExpiresIn int
	User      *ent.User
	// Firms are those the user can choose, by name. The token is for the one last used, else for the first. A user who has
	// only invitations can choose none, and the token is for no firm.
	Firms []FirmEntry
}

// badLogin refuses in the same words whatever was wrong; the cause is for the log.
func badLogin(cause error) error {
	return fault.New(fault.Unauthorized, "The e-mail or the password is wrong, or the account is not active.").Because(cause)
}

var (
	errUnknownEmail  = errors.New("auth: unknown e-mail")
	errWrongPassword = errors.New("auth: wrong password")
	errInactiveUser  = errors.New("auth: the user is not active")
	errNoFirm        = errors.New("auth: the user has no active firm and no invitation")
)

// Login begins a session. Anybody may call it. The first log-in to an account is with the password of one of its newest
// three invitations: it becomes the account's, and the user is in that firm. Login is Unauthorized, in the same words and
// time, for an unknown e-mail, a wrong password, a user who is not active, or has neither an active firm nor an invitation;
// ValidationError for what can't be an e-mail or a password; TooManyRequests beyond the [LoginLimits]; Unavailable when too
// many passwords wait to be hashed. It must be the first thing in its transaction, if it is in one: see [Hasher].
func (a *Authority) Login(ctx context.Context, in LoginInput) (_ *Login, err error) {
	defer fault.Wrap(&err, "auth.Login")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	key, request := EmailKey(in.Email), viewer.From(ctx).Request
	err = a.limits.login(a.now(), request, key, func() (bool, error) { return a.isKnownAddress(ctx, key, request) })
	if err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a log-in comes before a firm is chosen")
	known, err := a.identify(ctx, key, in.Password)
	if err != nil {
		return nil, err
	}
	settle := a.firstLogin // the first log-in
	if known.PasswordHash != "" {
		stronger := a.strengthen(ctx, known.User, in.Password)
		settle = func(ctx context.Context, known *identity) error { return a.replaceWeak(ctx, known.User, stronger) }
	}
	var login *Login
	err = a.db.Tx(ctx, func(ctx context.Context) error {
		if err := a.hold(ctx, known.User); err != nil {
			return err
		}
		if err := settle(ctx, known); err != nil {
			return err
		}
		login, err = a.begin(ctx, known.User, request)
		return err
	})
	if err != nil {
		return nil, err
	}
	return login, nil
}

// replaceWeak stores a hash that [Authority.strengthen] made, if it made one.
func (a *Authority) replaceWeak(ctx context.Context, known *ent.User, stronger string) error {
	if stronger == "" {
		return nil
	}
	return a.db.Client.User.UpdateOne(known).SetPasswordHash(stronger).Exec(ctx) //nolint:wrapcheck // Login names the operation.
}

// strengthen gives a new hash where the stored one is weaker than those we make now, else "". A full queue is no reason
// to refuse a good log-in: the next one tries again.
func (a *Authority) strengthen(ctx context.Context, known *ent.User, password string) string {
	if !needsRehash(known.PasswordHash, a.iterations) {
		return ""
	}
	hash, err := a.Hash(ctx, password)
	if err != nil {
		slog.WarnContext(ctx, "a weak password hash stays for now", "user", known.ID, "error", err)
		return ""
	}
	return hash
}

// hold keeps the user as it is until the session stands: otherwise a change of the password, which ends all sessions,
// could miss this one.
func (a *Authority) hold(ctx context.Context, known *ent.User) error {
	same, err := a.db.Client.User.Query().
		Where(user.ID(known.ID), user.PasswordHash(known.PasswordHash), user.IsActive(true), db.ForUpdate).
		Exist(ctx)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if !same {
		return changedMeanwhile()
	}
	return nil
}

// begin makes the session and its tokens.
func (a *Authority) begin(ctx context.Context, known *ent.User, request viewer.Request) (*Login, error) {
	places, err := a.places(ctx, known)
	if err != nil {
		return nil, err
	}
	start, ok, err := a.start(ctx, known, places)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, badLogin(errNoFirm)
	}
	session := a.db.Client.Session.Create().
		SetUserID(known.ID).SetLastUsedAt(a.now()).
		SetAddress(address(request)).SetUserAgent(userAgent(request))
	if !start.hasNoFirm() {
		session.SetMembershipID(start.membership.ID)
		if start.membership.LastUsedAt == nil {
			if err := a.remember(ctx, start); err != nil {
				return nil, err
			}
		}
	}
	begun, err := session.Save(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // Login names the operation.
	}
	pair, err := a.issue(ctx, begun.ID, start)
	if err != nil {
		return nil, err
	}
	return &Login{
		Token: pair.Token, RefreshToken: pair.RefreshToken, ExpiresIn: pair.ExpiresIn, User: known,
		Firms: entries(places, begun.ID),
	}, nil
}

// address is that of the request as text, without the zone of a link-local one.
func address(request viewer.Request) string {
	if !request.Address.IsValid() {
		return ""
	}
	return request.Address.Unmap().WithZone("").String()
}

// maxUserAgent is what sessions.user_agent takes, in bytes.
const maxUserAgent = 512

// userAgent is that of the request, cut to size and without what PostgreSQL can't keep as text.
func userAgent(request viewer.Request) string {
	said := request.UserAgent
	if len(said) > maxUserAgent {
		said = said[:maxUserAgent]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(said, ""), "\x00", "")
}
