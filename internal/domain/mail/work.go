package mail

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// InvitationLife is how long an invitation and its link are open after it was sent.
const InvitationLife = 30 * 24 * time.Hour

// The pages of the console to which links lead.
const (
	resetPage      = "/console/reset"
	verifyPage     = "/console/verify"
	invitationPage = "/console/invitation"
)

// Handle registers the job that sends mails.
func (m *Mailer) Handle(r *job.Runner) { job.Handle(r, m.work) }

// work sends a mail. It works outside of the transaction of the step: the token of a link must be
// stored before its mail arrives, and a slow mail server must not keep a transaction open. So a
// mail is sent twice if its process dies before the step ends.
func (m *Mailer) work(ctx context.Context, step *job.Step[sending]) error {
	if !m.Sends() {
		return m.leave(ctx, step.Args)
	}
	outside := rule.AcrossFirms(db.Outside(ctx), "a mail goes to a person, who belongs to no firm")
	letter, err := m.write(outside, step.Args)
	if err != nil {
		return err
	}
	if letter == nil {
		m.observe(Skipped)
		return nil
	}
	err = m.deliver(outside, letter)
	switch {
	case err == nil:
		m.observe(Sent)
	case fault.Is(err, fault.ValidationError):
		m.observe(Refused)
	default:
		m.observe(Retried)
	}
	return err
}

// leaveFor is how long a mail is left to the processes that have a mail server.
const leaveFor = 24 * time.Hour

// leave leaves a mail to other processes, until it is too old to be of use.
func (m *Mailer) leave(ctx context.Context, args sending) error {
	if m.now().Sub(args.At) < leaveFor {
		return job.ErrElsewhere
	}
	slog.WarnContext(ctx, "a mail was given up: no process has a mail server", "mail", args.ID, "notice", string(args.Notice))
	m.observe(Skipped)
	return nil
}

// write returns the mail to send, or nil if there is nobody to mail any more.
func (m *Mailer) write(ctx context.Context, args sending) (*Letter, error) {
	switch args.Notice {
	case resetPassword:
		return m.writeReset(ctx, args)
	case verifyEmail:
		return m.writeVerification(ctx, args)
	case invitation:
		return m.writeInvitation(ctx, args)
	case NewSignIn, PasswordChanged, EmailChangeRequested, EmailChanged, FactorAdded, FactorRemoved, RecoveryCodesRenewed:
	}
	to, err := m.person(ctx, user.ID(args.UserID))
	if to == nil || err != nil {
		return nil, err
	}
	address := to.Email
	if args.To != "" {
		address = args.To
	}
	return compose(address, languageOf(to, args), args.Notice, facts{
		Email: address, Detail: args.Detail, Address: args.Address, At: args.At,
	}, "")
}

func (m *Mailer) writeReset(ctx context.Context, args sending) (*Letter, error) {
	to, err := m.person(ctx, user.EmailKey(args.EmailKey))
	if to == nil || err != nil {
		return nil, err
	}
	return m.writeLink(ctx, args.ID, link{
		grant:  grant{purpose: mailtoken.PurposeResetPassword, userID: to.ID, emailKey: to.EmailKey, expires: m.now().Add(ResetLife)},
		notice: resetPassword, page: resetPage, to: to.Email, language: languageOf(to, args),
	})
}

func (m *Mailer) writeVerification(ctx context.Context, args sending) (*Letter, error) {
	to, err := m.person(ctx, user.ID(args.UserID))
	if to == nil || err != nil {
		return nil, err
	}
	address := to.PendingEmail
	if address == "" {
		address = to.Email
		if to.EmailVerifiedAt != nil {
			return nil, nil //nolint:nilnil // Nothing is to verify any more.
		}
	}
	return m.writeLink(ctx, args.ID, link{
		grant: grant{
			purpose: mailtoken.PurposeVerifyEmail, userID: to.ID, emailKey: email.Key(address), expires: m.now().Add(VerifyLife),
		},
		notice: verifyEmail, page: verifyPage, to: address, language: languageOf(to, args),
	})
}

func (m *Mailer) writeInvitation(ctx context.Context, args sending) (*Letter, error) {
	invited, err := m.db.Client.Membership.Query().Where(
		membership.FirmID(args.FirmID), membership.ID(args.MembershipID), membership.StatusEQ(membership.StatusInvited),
		membership.InvitationHashNEQ(""), membership.InvitedAtGT(m.now().Add(-InvitationLife)),
	).WithFirm().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil //nolint:nilnil // It was answered or withdrawn.
	}
	if err != nil {
		return nil, err
	}
	to, err := m.db.Client.User.Query().Where(user.ID(invited.UserID), user.IsActive(true)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil //nolint:nilnil // As above.
	}
	if err != nil {
		return nil, err
	}
	return m.writeLink(ctx, args.ID, link{
		grant: grant{
			purpose: mailtoken.PurposeInvitation, userID: to.ID, emailKey: invited.EmailKey, membershipID: invited.ID,
			expires: invited.InvitedAt.Add(InvitationLife),
		},
		notice: invitation, page: invitationPage, to: invited.Email, language: languageOf(to, args), firmName: invited.Edges.Firm.Name,
	})
}

// link describes a mail with a link.
type link struct {
	grant

	notice                       Notice
	page, to, language, firmName string
}

// writeLink makes the token of a link. It returns nil when the address has had its mails of the
// hour.
func (m *Mailer) writeLink(ctx context.Context, id uuid.UUID, of link) (*Letter, error) {
	issued, err := m.issue(ctx, id, of.grant)
	if issued == "" || err != nil {
		return nil, err
	}
	return compose(of.to, of.language, of.notice, facts{FirmName: of.firmName, Email: of.to, At: m.now()},
		m.config.PublicURL+of.page+"?token="+url.QueryEscape(issued))
}

// person returns an active account that has been logged in to, or nil.
func (m *Mailer) person(ctx context.Context, which predicate.User) (*ent.User, error) {
	found, err := m.db.Client.User.Query().Where(which, user.PasswordHashNEQ(""), user.IsActive(true)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil //nolint:nilnil // There is nobody to mail.
	}
	return found, err //nolint:wrapcheck // The job names itself.
}

// languageOf returns the language that a person has chosen, else that of the request.
func languageOf(to *ent.User, args sending) string {
	if to.Language != "" {
		return to.Language
	}
	return args.Language
}
