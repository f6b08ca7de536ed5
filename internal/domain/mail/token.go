package mail

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// ResetLife is how long the link to choose a new password is good.
	ResetLife = 30 * time.Minute
	// VerifyLife is how long the link that verifies an e-mail address is good.
	VerifyLife = 24 * time.Hour
	// perHour is how many mails with a link of one purpose an address gets within an hour. Of
	// invitations it is so for each one, and [Mailer.Invite] limits those of a firm.
	perHour = 3
)

// ErrToken returns the error for a token that is not valid, whatever the reason.
func ErrToken() *fault.Error {
	return fault.New(fault.Unauthorized, "The link is not valid any more. Ask for a new one.")
}

// grant describes a token to make.
type grant struct {
	purpose      mailtoken.Purpose
	userID       uuid.UUID
	emailKey     string
	membershipID uuid.UUID
	expires      time.Time
}

// issue returns a new token, which replaces the older ones, and stores its hash. It returns "" when
// the address has had its mails of the hour. Another attempt to send a mail replaces its token, and
// so does not count again. For a mail whose token was used, or replaced by that of a newer mail,
// issue returns "" and changes nothing. The database counts, so the limit holds on all instances
// together. issue opens its own transaction.
func (m *Mailer) issue(ctx context.Context, id uuid.UUID, of grant) (text string, err error) {
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if err := m.db.LockUsers(ctx, of.userID); err != nil { // two jobs must not both be the third
			return err
		}
		// First of all: what has been replaced must not replace its successor.
		earlier, err := m.db.Client.MailToken.Query().Where(mailtoken.ID(id)).Only(ctx)
		if err != nil && !ent.IsNotFound(err) {
			return err
		}
		if earlier != nil && earlier.UsedAt != nil { // it arrived, or a newer one replaces it
			return nil
		}
		same := []predicate.MailToken{
			mailtoken.EmailKey(of.emailKey), mailtoken.PurposeEQ(of.purpose), mailtoken.UserID(of.userID),
			mailtoken.MembershipID(of.membershipID), mailtoken.IDNEQ(id),
		}
		if !m.config.NoRateLimit {
			count, err := m.db.Client.MailToken.Query().
				Where(append(same, mailtoken.CreatedAtGT(m.now().Add(-time.Hour)))...).Count(ctx)
			if err != nil || count >= perHour {
				return err
			}
		}
		err = m.db.Client.MailToken.Update().Where(
			mailtoken.UserID(of.userID), mailtoken.PurposeEQ(of.purpose), mailtoken.MembershipID(of.membershipID),
			mailtoken.UsedAtIsNil(), mailtoken.IDNEQ(id),
		).SetUsedAt(m.now()).Exec(ctx)
		if err != nil {
			return err
		}
		issued, hash := token.NewOpaque()
		if earlier == nil {
			err = m.db.Client.MailToken.Create().
				SetPurpose(of.purpose).SetUserID(of.userID).SetEmailKey(of.emailKey).SetMembershipID(of.membershipID).
				SetID(id).SetHash(hash).SetExpiresAt(of.expires).SetCreatedAt(m.now()).
				Exec(ctx)
		} else {
			err = m.db.Client.MailToken.UpdateOne(earlier).SetHash(hash).SetExpiresAt(of.expires).Exec(ctx)
		}
		text = issued
		return err
	})
	if err != nil {
		return "", err //nolint:wrapcheck // The caller names the operation.
	}
	return text, nil
}

// Find returns the token with a purpose, or [ErrToken] unless it can be used. The context allows
// reading across firms.
func (m *Mailer) Find(ctx context.Context, purpose mailtoken.Purpose, text string) (*ent.MailToken, error) {
	hash, err := token.OpaqueHash(text)
	if err != nil {
		return nil, ErrToken().Because(err)
	}
	found, err := m.db.Client.MailToken.Query().Where(
		mailtoken.Hash(hash), mailtoken.PurposeEQ(purpose), mailtoken.UsedAtIsNil(), mailtoken.ExpiresAtGT(m.now()),
	).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, ErrToken() // without the cause, which would make it NotFound
	}
	return found, err //nolint:wrapcheck // The caller names the operation.
}

// Spend marks a token as used. Of several concurrent calls one succeeds, and the others return
// [ErrToken].
func (m *Mailer) Spend(ctx context.Context, found *ent.MailToken) error {
	spent, err := m.db.Client.MailToken.Update().
		Where(mailtoken.ID(found.ID), mailtoken.Hash(found.Hash), mailtoken.UsedAtIsNil()).SetUsedAt(m.now()).Save(ctx)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if spent == 0 {
		return ErrToken()
	}
	return nil
}

// Void makes the tokens of a person with a purpose useless. It also works without a mail server.
func (m *Mailer) Void(ctx context.Context, userID uuid.UUID, purpose mailtoken.Purpose) error {
	if m == nil {
		return nil
	}
	return m.db.Client.MailToken.Update(). //nolint:wrapcheck // The caller names the operation.
						Where(mailtoken.UserID(userID), mailtoken.PurposeEQ(purpose), mailtoken.UsedAtIsNil()).
						SetUsedAt(m.now()).Exec(ctx)
}
