package user_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const password = "Correct-horse-1"

// plain replaces the hasher, so that a test can read the stored password.
func plain(_ context.Context, password string) (string, error) { return "hash of " + password, nil }

var errHash = errors.New("no hash")

func noHash(context.Context, string) (string, error) { return "", errHash }

// salted is [plain] with a salt.
func salted(ctx context.Context, password string, salt []byte) (string, error) {
	return plain(ctx, fmt.Sprintf("%s with %x", password, salt))
}

func noSaltedHash(context.Context, string, []byte) (string, error) { return "", errHash }

// bundle is a database with one firm and its Owner role; across acts for all firms.
type bundle struct {
	d      *db.DB
	owner  *ent.Role
	across context.Context //nolint:containedctx // It is what the tests act as.
}

func setup(t *testing.T, d *db.DB) *bundle {
	t.Helper()
	b := &bundle{d: d, across: rule.AcrossFirms(t.Context(), "test")}
	b.owner = b.newFirm(t, "Acme")
	return b
}

func (b *bundle) newFirm(t *testing.T, name string) (owner *ent.Role) {
	t.Helper()
	firm, _ := dbtest.Firm(t, b.d, name)
	owner, err := role.CreateOwner(t.Context(), b.d, firm.ID)
	require.NoError(t, err)
	return owner
}

func (b *bundle) join(t *testing.T, r *ent.Role, in user.CreateInput) (*ent.User, *ent.Membership, error) {
	t.Helper()
	return user.Join(t.Context(), b.d, plain, r.FirmID, r.ID, in)
}

func ann() user.CreateInput {
	return user.CreateInput{FirstName: " Ann ", LastName: "Müller", Email: " Ann@Example.com ", Password: password}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		var first *ent.User
		t.Run("OK", func(t *testing.T) {
			joined, member, err := b.join(t, b.owner, ann())
			require.NoError(t, err)
			require.Equal(t, "Ann", joined.FirstName)
			require.Equal(t, "Müller", joined.LastName)
			require.Equal(t, "Ann@Example.com", joined.Email)
			require.Equal(t, "Ann@Example.com", joined.UserName)
			require.Equal(t, "hash of "+password, joined.PasswordHash)
			require.True(t, joined.IsActive)
			require.EqualValues(t, 4, joined.ID.Version())
			require.False(t, joined.MustChangePassword)
			require.WithinDuration(t, entity.Now(), joined.CreatedAt, time.Minute)
			require.Equal(t, joined.ID, member.PublicID)
			require.Equal(t, b.owner.FirmID, member.FirmID)
			require.Equal(t, b.owner.ID, member.RoleID)
			require.Equal(t, joined.ID, member.UserID)
			require.Equal(t, membership.StatusActive, member.Status)
			require.Equal(t, []string{"Ann", "Müller", "Ann@Example.com", "ann@example.com", "Ann@Example.com"},
				[]string{member.FirstName, member.LastName, member.Email, member.EmailKey, member.UserName})
			first = joined
		})
		t.Run("OKWithUserName", func(t *testing.T) {
			in := ann()
			in.Email, in.UserName = "bob@example.com", new(" bob ")
			joined, _, err := b.join(t, b.owner, in)
			require.NoError(t, err)
			require.Equal(t, "bob", joined.UserName)
		})
		t.Run("OKKnownInAnotherFirm", func(t *testing.T) {
			other := b.newFirm(t, "Other")
			in := ann()
			in.FirstName, in.Email, in.Password = "Anna", "ANN@example.com", "Another-horse-1"
			joined, member, err := b.join(t, other, in)
			require.NoError(t, err)
			require.Equal(t, other.FirmID, member.FirmID)
			require.Equal(t, first.ID, joined.ID)
			require.Equal(t, "Ann", joined.FirstName)
			require.Equal(t, "Anna", member.FirstName, "as this firm knows her")
			require.Equal(t, "hash of "+password, joined.PasswordHash)
		})
		t.Run("OKInvitedBefore", func(t *testing.T) {
			// Nobody has logged in to the account, so the password of the invitation is not valid
			// any more.
			squat, ctx := dbtest.Firm(t, d, "Squatters")
			guest := d.Client.Role.Create().SetName("Guest").SetNameKey("guest").SaveX(ctx)
			in := ann()
			in.Email, in.Password = "squat@example.com", "Squat-horse-1"
			invited, err := user.Add(ctx, d, authz.New(d.Client, 0), nil, salted, user.AddInput{RoleID: guest.ID, CreateInput: in})
			require.NoError(t, err)
			in.FirstName, in.Password = "Owen", password
			joined, _, err := b.join(t, b.newFirm(t, "Owen's"), in)
			require.NoError(t, err)
			require.Equal(t, "hash of "+password, joined.PasswordHash)
			require.Equal(t, "Owen", joined.FirstName)
			still := d.Client.Membership.GetX(b.across, invited.RelationID)
			require.Equal(t, membership.StatusInvited, still.Status)
			require.Equal(t, squat.ID, still.FirmID)
		})
		t.Run("OKNewInTwoFirmsAtOnce", func(t *testing.T) {
			in := ann()
			in.Email = "new@example.com"
			var (
				firms errgroup.Group
				ids   [4]uuid.UUID
			)
			for i := range ids {
				r := b.newFirm(t, "Firm "+string(rune('A'+i)))
				firms.Go(func() error {
					joined, _, err := user.Join(t.Context(), d, plain, r.FirmID, r.ID, in)
					if err == nil {
						ids[i] = joined.ID
					}
					return err
				})
			}
			require.NoError(t, firms.Wait())
			for _, id := range ids {
				require.Equal(t, ids[0], id)
			}
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, _, err := b.join(t, b.owner, ann())
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("ErrRoleOfAnotherFirm", func(t *testing.T) {
			foreign := b.newFirm(t, "Third")
			in := ann()
			in.Email = "carl@example.com"
			_, _, err := user.Join(t.Context(), d, plain, b.owner.FirmID, foreign.ID, in)
			require.Equal(t, []fault.Detail{{Field: "roleId", Message: "is not a role of the firm"}}, fault.From(err).Details)
		})
		t.Run("ErrHash", func(t *testing.T) {
			_, _, err := user.Join(t.Context(), d, noHash, b.owner.FirmID, b.owner.ID, ann())
			require.ErrorIs(t, err, errHash)
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			_, _, err := b.join(t, b.owner, user.CreateInput{})
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		})
	})
}

func TestValidate(t *testing.T) {
	t.Parallel()
	fields := func(faults fault.Details) (names []string) {
		for _, detail := range faults {
			names = append(names, detail.Field+" "+detail.Message)
		}
		return names
	}
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		in := ann()
		in.FirstName = strings.Repeat("ü", 50)
		in.Password = " Spaces-stay-1 "
		require.Empty(t, in.Validate())
		require.Equal(t, " Spaces-stay-1 ", in.Password)
	})
	t.Run("ErrEverythingMissing", func(t *testing.T) {
		t.Parallel()
		in := user.CreateInput{FirstName: " ", LastName: "\t"}
		require.Equal(t, []string{
			"firstName is required", "lastName is required", "email is required", "password is required",
		}, fields(in.Validate()))
	})
	t.Run("ErrEverythingWrong", func(t *testing.T) {
		t.Parallel()
		in := user.CreateInput{
			FirstName: strings.Repeat("ü", 51), LastName: strings.Repeat("ü", 51), Email: "Ann <ann@example.com>",
			UserName: new(strings.Repeat("ü", 255)), Password: "correct-horse-1",
		}
		require.Equal(t, []string{
			"firstName must have at most 50 characters", "lastName must have at most 50 characters",
			"email must be an e-mail address", "userName must have at most 254 characters",
			"password must have an upper-case letter",
		}, fields(in.Validate()))
	})
	t.Run("ErrUnseen", func(t *testing.T) {
		t.Parallel()
		in := user.CreateInput{
			FirstName: "\u200b", LastName: "a\nb\x1b[31m", Email: "a@" + strings.Repeat("ﷺ", 70) + ".example",
			UserName: new("\u200d"), Password: password,
		}
		require.Equal(t, []string{
			"firstName is required", "lastName must not hold control characters",
			"email has letters that take too much room", "userName must not be blank",
		}, fields(in.Validate()))
		in = ann()
		in.UserName = new("a\tb")
		require.Equal(t, []string{"userName must not hold control characters"}, fields(in.Validate()))
		in.UserName = new(" \u200b ")
		require.Empty(t, in.Validate())
		require.Empty(t, *in.UserName, "none: the e-mail address")
	})
	t.Run("ErrOtherMailbox", func(t *testing.T) { // the domains weiß.example and weiss.example have two owners
		t.Parallel()
		const refusal = "email has letters, such as ß, that are taken for others; a domain can be written in ASCII (xn--…)"
		in := ann()
		in.Email = "anna@weiß.example"
		require.Equal(t, []string{refusal}, fields(in.Validate()))
		owner := user.OwnerInput{FirstName: "Ann", LastName: "Müller", Email: in.Email, Password: password}
		require.Equal(t, []string{refusal}, fields(owner.Validate()))
		update := user.UpdateInput{ID: uuid.New(), Email: new(in.Email)}
		require.Equal(t, []string{refusal}, fields(update.Validate()))
	})
	t.Run("ErrOwner", func(t *testing.T) {
		t.Parallel()
		in := user.OwnerInput{FirstName: " Ann ", Email: "ann", Password: password}
		require.Equal(t, []string{"lastName is required", "email must be an e-mail address"}, fields(in.Validate()))
		require.Equal(t, "Ann", in.FirstName)
	})
}
