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
	// Firms are those the user can choose, by name. The token is for the one last used, else for the first.
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
	errNoFirm        = errors.New("auth: the user has no active firm")
)

// Login begins a session. Anybody may call it. It is Unauthorized, in the same words and time, for an unknown e-mail, a
// wrong password, a user who is not active or has no active firm; ValidationError for what can't be an e-mail or a
// password; TooManyRequests beyond the [LoginLimits]; Unavailable when too many passwords wait to be hashed. It must be the
// first thing in its transaction, if it is in one: see [Hasher].
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
	stronger := a.strengthen(ctx, known, in.Password)
	var login *Login
	err = a.db.Tx(ctx, func(ctx context.Context) error {
		if err := a.hold(ctx, known); err != nil {
			return err
		}
		if stronger != "" {
			if err := a.db.Client.User.UpdateOne(known).SetPasswordHash(stronger).Exec(ctx); err != nil {
				return err
			}
		}
		login, err = a.begin(ctx, known, request)
		return err
	})
	if err != nil {
		return nil, err
	}
	return login, nil
}

// identify gives the active user with this e-mail and password. It reads outside the transaction of ctx, which thus
// does not begin before the hash is done; and it hashes once, whether the user exists or not.
func (a *Authority) identify(ctx context.Context, emailKey, password string) (*ent.User, error) {
	found, err := a.db.Client.User.Query().Where(user.EmailKey(emailKey)).Only(db.Outside(ctx))
	if ent.IsNotFound(err) {
		if err := a.Pretend(ctx, password); err != nil {
			return nil, err
		}
		return nil, badLogin(errUnknownEmail)
	}
	if err != nil {
		return nil, err //nolint:wrapcheck // Login names the operation.
	}
	ok, err := a.Verify(ctx, found.PasswordHash, password)
	switch {
	case errors.Is(err, ErrPasswordHash):
		slog.ErrorContext(ctx, "a user can't log in: the stored password hash can't be read", "user", found.ID, "error", err)
		if err := a.Pretend(ctx, password); err != nil {
			return nil, err
		}
		return nil, badLogin(ErrPasswordHash)
	case err != nil:
		return nil, err
	case !ok:
		return nil, badLogin(errWrongPassword)
	case !found.IsActive:
		return nil, badLogin(errInactiveUser)
	}
	return found, nil
}

// strengthen gives a new hash where the stored one is weaker than those we make now, else "". A full queue is no reason
// to refuse a good log-in: the next one tries again.
func (a *Authority) strengthen(ctx context.Context, known *ent.User, password string) string {
	if !NeedsRehash(known.PasswordHash) {
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
	start, ok := startIn(places)
	if !ok {
		return nil, badLogin(errNoFirm)
	}
	if start.membership.LastUsedAt == nil {
		if err := a.remember(ctx, start); err != nil {
			return nil, err
		}
	}
	begun, err := a.db.Client.Session.Create().
		SetUserID(known.ID).SetMembershipID(start.membership.ID).SetLastUsedAt(a.now()).
		SetAddress(address(request)).SetUserAgent(userAgent(request)).
		Save(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // Login names the operation.
	}
	pair, err := a.issue(ctx, begun.ID, start)
	if err != nil {
		return nil, err
	}
	firms := make([]FirmEntry, 0, len(places))
	for _, p := range places {
		firms = append(firms, p.entry(begun.ID))
	}
	return &Login{
		Token: pair.Token, RefreshToken: pair.RefreshToken, ExpiresIn: pair.ExpiresIn, User: known, Firms: firms,
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
