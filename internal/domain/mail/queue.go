package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Notice is what a person is told about the account.
type Notice string

// The notices.
const (
	NewSignIn            Notice = "NewSignIn"
	PasswordChanged      Notice = "PasswordChanged"
	EmailChangeRequested Notice = "EmailChangeRequested"
	EmailChanged         Notice = "EmailChanged"
	FactorAdded          Notice = "FactorAdded"
	FactorRemoved        Notice = "FactorRemoved"
	RecoveryCodesRenewed Notice = "RecoveryCodesRenewed"
)

// The kinds of mails with a link.
const (
	resetPassword Notice = "ResetPassword"
	verifyEmail   Notice = "VerifyEmail"
	invitation    Notice = "Invitation"
)

// sending are the arguments of a job that sends a mail. They contain no token.
type sending struct {
	// ID is the id of the mail, and of the token in it.
	ID     uuid.UUID `json:"id"`
	Notice Notice    `json:"notice"`
	UserID uuid.UUID `json:"userId,omitzero"`
	// To is the address, if it is not that of the account.
	To string `json:"to,omitempty"`
	// EmailKey is of the person who forgot a password, and may have no account.
	EmailKey string `json:"emailKey,omitempty"`
	// FirmID and MembershipID are of an invitation.
	FirmID       uuid.UUID `json:"firmId,omitzero"`
	MembershipID uuid.UUID `json:"membershipId,omitzero"`
	// Detail is the device or the second factor of a notice, and Address the IP address.
	Detail  string `json:"detail,omitempty"`
	Address string `json:"address,omitempty"`
	// Language is that of the request, for a person who has chosen none.
	Language string    `json:"language,omitempty"`
	At       time.Time `json:"at"`
}

// Kind implements job.Args.
func (sending) Kind() string { return "mail.send" }

// queue queues a mail in the transaction of the context.
func (m *Mailer) queue(ctx context.Context, args sending, key string) error {
	request := viewer.From(ctx).Request
	args.ID, args.Language, args.At = uuid.New(), Language(request.Languages), m.now()
	// Who caused a mail may be signed out when it is sent.
	system := viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, Request: viewer.Request{ID: request.ID}})
	_, err := job.Insert(system, m.db, args, job.Options{Key: key})
	return err //nolint:wrapcheck // It names the job.
}

// Forgot queues the mail with a link to choose a new password. The worker finds out whether there
// is an account, so that the caller takes the same time. While such a mail is queued for an
// address, no other one is.
func (m *Mailer) Forgot(ctx context.Context, emailKey string) error {
	return m.queue(ctx, sending{Notice: resetPassword, EmailKey: emailKey}, "forgot:"+hashOf(emailKey))
}

// hashOf keeps an address out of the key of a job.
func hashOf(emailKey string) string {
	sum := sha256.Sum256([]byte(emailKey))
	return hex.EncodeToString(sum[:])
}

// Verify queues the mail with the link that verifies the address of a person, or the one that it
// changes to. A change of the address calls it: every change has a mail of its own.
func (m *Mailer) Verify(ctx context.Context, userID uuid.UUID) error {
	return m.queue(ctx, sending{Notice: verifyEmail, UserID: userID}, "")
}

// VerifyAgain does what [Mailer.Verify] does, when the person asks for it. While such a mail is
// queued for the address, no other one is.
func (m *Mailer) VerifyAgain(ctx context.Context, userID uuid.UUID, emailKey string) error {
	return m.queue(ctx, sending{Notice: verifyEmail, UserID: userID}, "verify:"+userID.String()+":"+hashOf(emailKey))
}

// inviting is a firm, and the address that it invites.
type inviting struct {
	firmID   uuid.UUID
	matchKey string
}

// Invite queues the mail with the link of an invitation. Without a mail server it does nothing, and
// neither does it when the firm has had as many mails to the address as the limit allows. The
// caller does not learn that.
func (m *Mailer) Invite(ctx context.Context, invited *ent.Membership) error {
	if !m.Sends() {
		return nil
	}
	to := inviting{firmID: invited.FirmID, matchKey: email.MatchKey(invited.Email)}
	if m.invitations.Take(m.config.Now(), to) != nil {
		m.observe(Skipped)
		return nil //nolint:nilerr // It is not told.
	}
	return m.queue(ctx, sending{Notice: invitation, FirmID: invited.FirmID, MembershipID: invited.ID}, "")
}

// About are the particulars of a notice. The zero value has none.
type About struct {
	// To is the address, if it is not that of the account.
	To string
	// Detail is the device of a sign-in, or the kind of a second factor.
	Detail string
	// Address is the IP address of a sign-in.
	Address string
}

// Notify queues a notice to a person. A server without a mail server does nothing; see
// [Config.Elsewhere].
func (m *Mailer) Notify(ctx context.Context, userID uuid.UUID, notice Notice, about About) error {
	if !m.queues() {
		return nil
	}
	return m.queue(ctx, sending{
		Notice: notice, UserID: userID, To: about.To, Detail: about.Detail, Address: about.Address,
	}, "")
}
