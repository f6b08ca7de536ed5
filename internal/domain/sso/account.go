package sso

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	accounts "github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

var (
	errInactive   = errors.New("the account is not active")
	errUnverified = errors.New("the provider has not verified the e-mail address")
	errAmbiguous  = errors.New("the e-mail address has letters that are taken for others")
	errDomain     = errors.New("there is no link, and the domain of the e-mail address is not listed")
	errNoAccount  = errors.New("there is no account, and autoJoin is not set")
	errOther      = errors.New("the account is linked with another person of this issuer")
)

const (
	linkQuery  = `SELECT user_id FROM oidc_links WHERE issuer = $1 AND subject = $2`
	othersOf   = `SELECT count(*) FROM oidc_links WHERE user_id = $1 AND issuer = $2`
	insertLink = `INSERT INTO oidc_links (id, issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4, $5)`

	deleteLinks  = `DELETE FROM oidc_links WHERE user_id = $1 AND issuer <> $2`
	deleteLogins = `DELETE FROM oidc_logins WHERE user_id = $1`
)

// account returns the account of a person: the one linked with the person, else the one with the
// verified e-mail address if its domain is listed, else a new one by autoJoin. It links the last
// two.
func (m *Manager) account(ctx context.Context, p *provider, of *identity) (id uuid.UUID, err error) {
	linked, err := m.db.Shared(ctx).Row([]any{&id}, linkQuery, of.Issuer, of.Subject)
	if err != nil {
		return id, err //nolint:wrapcheck // The caller names the operation.
	}
	if linked {
		return id, m.checkActive(ctx, id)
	}
	switch {
	case !email.IsValid(of.Email):
		return id, refuse(Unverified, errUnverified)
	case !email.IsOwn(of.Email):
		return id, refuse(Unverified, errAmbiguous)
	case !p.lists(of.Email):
		return id, refuse(Unknown, errDomain)
	}
	// Nobody knows this password: accounts without one can be logged in to by an invitation.
	hash, err := m.passwords.Hash(ctx, rand.Text())
	if err != nil {
		return id, err //nolint:wrapcheck // The caller names the operation.
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		id, err = m.link(ctx, p, of, hash)
		return err
	})
	return id, err //nolint:wrapcheck // The caller names the operation.
}

func (m *Manager) checkActive(ctx context.Context, id uuid.UUID) error {
	active, err := m.db.Client.User.Query().Where(user.ID(id), user.IsActive(true)).Exist(ctx)
	if err == nil && !active {
		return refuse(Inactive, errInactive)
	}
	return err //nolint:wrapcheck // The caller names the operation.
}

// lists reports whether the domain of an e-mail address is one of the provider's.
func (p *provider) lists(address string) bool {
	return slices.Contains(p.Domains, email.Key(address[strings.LastIndexByte(address, '@')+1:]))
}

// link joins the account with the e-mail address of a person to the person.
func (m *Manager) link(ctx context.Context, p *provider, of *identity, hash string) (id uuid.UUID, err error) {
	found, err := m.lockByEmail(ctx, of.Email)
	if err != nil {
		return id, err
	}
	switch {
	case found != nil && !found.IsActive:
		return id, refuse(Inactive, errInactive)
	case p.AutoJoin != nil && (found == nil || found.PasswordHash == ""):
		id, err = m.join(ctx, p, of, hash)
	case found == nil:
		return id, refuse(Unknown, errNoAccount)
	default:
		id = found.ID
		err = m.claim(ctx, found, of, hash)
	}
	if err != nil {
		return id, err
	}
	var others int
	if _, err := m.db.Shared(ctx).Row([]any{&others}, othersOf, id, of.Issuer); err != nil {
		return id, err //nolint:wrapcheck // The caller names the operation.
	}
	if others > 0 { // the provider has given the address to somebody else
		return id, refuse(Unknown, errOther)
	}
	if _, err := m.db.Shared(ctx).Exec(insertLink, entity.NewID(), of.Issuer, of.Subject, id, m.now()); err != nil {
		return id, err //nolint:wrapcheck // The caller names the operation.
	}
	return id, m.recordLink(ctx, p, id)
}

// lockByEmail locks the account with an e-mail address, and returns it, or nil if there is none.
func (m *Manager) lockByEmail(ctx context.Context, address string) (*ent.User, error) {
	id, err := m.db.Client.User.Query().Where(user.EmailKey(email.Key(address))).OnlyID(ctx)
	if ent.IsNotFound(err) {
		return nil, nil //nolint:nilnil // documented
	}
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	if err := m.db.LockUsers(ctx, id); err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	found, err := m.db.Client.User.Query().Where(user.ID(id), user.EmailKey(email.Key(address))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil //nolint:nilnil // its e-mail address has changed meanwhile
	}
	return found, err //nolint:wrapcheck // The caller names the operation.
}

// claim makes an existing account the person's own. One that was only invited gets a password that
// nobody knows, so that no invitation logs in to it any more. One that may have been made by
// somebody else gets such a password, too, its factors and links go, and its sessions end: where
// the server sends mail, one whose e-mail address was never verified, and always one of another
// mailbox with the same key. With the password a change of the e-mail address is taken back.
func (m *Manager) claim(ctx context.Context, found *ent.User, of *identity, hash string) error {
	update := m.db.Client.User.UpdateOne(found)
	ofOther := !email.SameMailbox(found.Email, of.Email)
	foreign := found.PasswordHash != "" && (ofOther || found.EmailVerifiedAt == nil && m.mails.Sends())
	isReplaced := foreign || found.PasswordHash == ""
	if isReplaced {
		update.SetPasswordHash(hash).SetMustChangePassword(false)
	}
	if ofOther {
		update.SetEmail(of.Email)
	}
	if ofOther || found.EmailVerifiedAt == nil {
		update.SetEmailVerifiedAt(m.now())
	}
	if err := update.Exec(ctx); err != nil || !isReplaced {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if err := accounts.VoidEmailChange(ctx, m.db, m.mails, found.ID); err != nil || !foreign {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	kept := of.Issuer
	if ofOther {
		kept = ""
	}
	if err := m.shutOut(ctx, found.ID, kept); err != nil {
		return err
	}
	if err := m.sessions.Factors().RemoveAll(ctx, found); err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if err := m.sessions.EndUserSessions(ctx, found.ID, session.EndReasonPasswordChanged); err != nil {
		return err
	}
	return m.mails.Notify(ctx, found.ID, mail.PasswordChanged, mail.About{To: found.Email}) //nolint:wrapcheck // as above
}

// shutOut takes from whoever may have made a claimed account what leads back to it: links to choose
// a new password, and people of providers, except for those of the issuer kept. An account of
// another person of the same issuer is refused, unless it is of another mailbox.
func (m *Manager) shutOut(ctx context.Context, id uuid.UUID, kept string) error {
	if err := m.mails.Void(ctx, id, mailtoken.PurposeResetPassword); err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if _, err := m.db.Shared(ctx).Exec(deleteLinks, id, kept); err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	_, err := m.db.Shared(ctx).Exec(deleteLogins, id)
	return err //nolint:wrapcheck // The caller names the operation.
}
