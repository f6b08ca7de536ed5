package firm_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
)

const password = "Correct-horse-1"

// plain replaces the hasher, so that a test can read the stored password.
func plain(_ context.Context, password string) (string, error) { return "hash of " + password, nil }

var errHash = errors.New("no hash")

func noHash(context.Context, string) (string, error) { return "", errHash }

func acme() firm.CreateInput {
	return firm.CreateInput{Name: "Acme", Currency: "EUR", TimeZone: "Europe/Berlin", Owner: user.OwnerInput{
		FirstName: "Ann", LastName: "Müller", Email: "ann@example.com", Password: password,
	}}
}

func setup(t *testing.T, d *db.DB) (across context.Context) {
	t.Helper()
	require.NoError(t, role.Seed(t.Context(), d))
	return rule.AcrossFirms(t.Context(), "test")
}

// only returns the one membership of a firm, with its user and role.
func only(across context.Context, t *testing.T, d *db.DB, firmID uuid.UUID) *ent.Membership {
	t.Helper()
	m, err := d.Client.Membership.Query().Where(membership.FirmID(firmID)).WithUser().WithRole().Only(across)
	require.NoError(t, err)
	return m
}

// asOwner returns the context of a request of the firm's only user.
func asOwner(across context.Context, t *testing.T, d *db.DB, f *ent.Firm) context.Context {
	t.Helper()
	m := only(across, t, d, f.ID)
	return viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: f.ID, UserID: m.UserID, RelationID: m.ID, RoleID: m.RoleID, SuperFirm: f.IsSuperFirm,
		PolicyVersion: dbtest.PolicyVersion(d, f.ID),
	})
}

func TestCreate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		across := setup(t, d)
		t.Run("OK", func(t *testing.T) {
			in := acme()
			in.Name, in.Currency, in.TimeZone = " Acme GmbH ", "eur", ""
			made, err := firm.Create(t.Context(), d, plain, in)
			require.NoError(t, err)
			require.Equal(t, "Acme GmbH", made.Name)
			require.Equal(t, "EUR", made.Currency)
			require.Equal(t, "UTC", made.TimeZone)
			require.True(t, made.IsActive)
			require.False(t, made.IsSuperFirm)
			warning, err := firm.Warning(t.Context(), d, made)
			require.NoError(t, err)
			require.Equal(t, "There is no pricing plan in EUR, so the messages of the firm cost nothing.", *warning)

			owner := only(across, t, d, made.ID)
			require.Equal(t, "ann@example.com", owner.Edges.User.Email)
			require.Equal(t, "hash of "+password, owner.Edges.User.PasswordHash)
			require.Equal(t, role.Owner, owner.Edges.Role.Name)
			permissions, err := authz.New(d.Client, 0).Permissions(asOwner(across, t, d, made))
			require.NoError(t, err)
			require.Len(t, permissions, 48)
		})
		t.Run("OKKnownOwner", func(t *testing.T) {
			in := acme()
			in.Name, in.Owner.FirstName, in.Owner.Password = "Second", "Anna", "Another-horse-1"
			made, err := firm.Create(t.Context(), d, plain, in)
			require.NoError(t, err)
			owner := only(across, t, d, made.ID)
			require.Equal(t, "Ann", owner.Edges.User.FirstName)
			require.Equal(t, "hash of "+password, owner.Edges.User.PasswordHash)
		})
		// Text that an index can't compress, and as many ligatures as a name may have.
		t.Run("OKLongKey", func(t *testing.T) {
			var rare strings.Builder
			for i := range 200 {
				rare.WriteRune(rune(0x20000 + i*131))
			}
			for _, name := range []string{rare.String(), strings.Repeat("ﷺ", 60)} {
				in := acme()
				in.Name = name
				_, err := firm.Create(t.Context(), d, plain, in)
				require.NoError(t, err)
			}
		})
		t.Run("ErrConflict", func(t *testing.T) {
			in := acme()
			in.Name, in.Owner.Email = "ACME gmbh", "new@example.com"
			_, err := firm.Create(t.Context(), d, plain, in)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			require.Equal(t, 1, d.Client.User.Query().CountX(across))
		})
		t.Run("ErrHash", func(t *testing.T) {
			in := acme()
			in.Name = "Third"
			_, err := firm.Create(t.Context(), d, noHash, in)
			require.ErrorIs(t, err, errHash)
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			_, err := firm.Create(t.Context(), d, plain, firm.CreateInput{})
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		})
		t.Run("ErrKeyTooLong", func(t *testing.T) {
			in := acme()
			in.Name = strings.Repeat("ﷺ", 200)
			_, err := firm.Create(t.Context(), d, plain, in)
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		})
		require.Equal(t, 4, d.Client.Firm.Query().CountX(across))
	})
}

func TestValidate(t *testing.T) {
	t.Parallel()
	said := func(faults fault.Details) (all []string) {
		for _, detail := range faults {
			all = append(all, detail.Field+" "+detail.Message)
		}
		return all
	}
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		for _, currency := range []string{"EUR", "usd", " jpy ", "BYN", "VES", "SLE", "XCG", "ZWG", "MRU", "STN"} {
			in := acme()
			in.Name, in.Currency = strings.Repeat("ü", 200), currency
			require.Empty(t, in.Validate(), currency)
			require.Equal(t, strings.ToUpper(strings.TrimSpace(currency)), in.Currency)
		}
	})
	t.Run("ErrEverythingMissing", func(t *testing.T) {
		t.Parallel()
		in := firm.CreateInput{Name: " "}
		require.Equal(t, []string{
			"name is required", "currency is required", "owner.firstName is required", "owner.lastName is required",
			"owner.email is required", "owner.password is required",
		}, said(in.Validate()))
		require.Equal(t, "UTC", in.TimeZone)
	})
	t.Run("ErrEverythingWrong", func(t *testing.T) {
		t.Parallel()
		in := firm.CreateInput{
			Name: strings.Repeat("ü", 201), Currency: "EURO", TimeZone: "Berlin", LowBalanceThreshold: new(money.Amount(-1)),
			Owner: user.OwnerInput{
				FirstName: strings.Repeat("x", 51), LastName: strings.Repeat("x", 51), Email: "100%s", Password: "CORRECT-HORSE-1",
			},
		}
		require.Equal(t, []string{
			"name must have at most 200 characters", "currency must be an ISO 4217 code such as EUR",
			"timeZone must be an IANA time zone such as Europe/Berlin", "lowBalanceThreshold must be from 0 to 1000000000000",
			"owner.firstName must have at most 50 characters", "owner.lastName must have at most 50 characters",
			"owner.email must be an e-mail address", "owner.password must have a lower-case letter",
		}, said(in.Validate()))
	})
	for _, currency := range []string{"XXX", "XTS", "ABC", "E€", "12"} {
		t.Run("ErrCurrency"+currency, func(t *testing.T) {
			t.Parallel()
			in := acme()
			in.Currency = currency
			require.Equal(t, []string{"currency must be an ISO 4217 code such as EUR"}, said(in.Validate()))
		})
	}
	for name, want := range map[string]string{
		"\u200b": "name is required", "a\nb\x1b[31m": "name must not hold control characters",
		strings.Repeat("ﷺ", 200): "name has letters that take too much room",
	} {
		t.Run("ErrName "+want, func(t *testing.T) {
			t.Parallel()
			in := acme()
			in.Name = name
			require.Equal(t, []string{want}, said(in.Validate()))
		})
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		setup(t, d)
		made, err := firm.Create(t.Context(), d, plain, acme())
		require.NoError(t, err)
		for _, query := range []string{"Acme", " ACME", made.ID.String()} {
			found, err := firm.Find(t.Context(), d, query)
			require.NoError(t, err)
			require.Equal(t, made.ID, found.ID)
		}
		for _, query := range []string{"Acm", "", uuid.NewString()} {
			_, err := firm.Find(t.Context(), d, query)
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		}
	})
}

func TestCounts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		across := setup(t, d)
		made, err := firm.Create(t.Context(), d, plain, acme())
		require.NoError(t, err)
		ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: made.ID})
		contacts, err := contact.CreateMany(ctx, d, []contact.CreateInput{
			{FirstName: "Bob", LastName: "Test"}, {FirstName: "Cid", LastName: "Test"}, {FirstName: "Eve", LastName: "Test"},
		})
		require.NoError(t, err)
		require.NoError(t, contact.Delete(ctx, d, contacts[0].ID))
		in := acme()
		in.Name = "Other"
		other, err := firm.Create(t.Context(), d, plain, in)
		require.NoError(t, err)

		for of, want := range map[*ent.Firm][2]int{made: {1, 2}, other: {1, 0}} {
			listed, err := firm.Get(t.Context(), d, of.ID, page.Selection{})
			require.NoError(t, err)
			for _, of := range []*ent.Firm{of, listed} {
				users, err := firm.UserCount(t.Context(), d, of)
				require.NoError(t, err)
				contacts, err := firm.ContactCount(t.Context(), d, of)
				require.NoError(t, err)
				require.Equal(t, want, [2]int{users, contacts})
			}
		}
		require.Equal(t, 2, d.Client.Firm.Query().CountX(across))
	})
}

func TestBootstrap(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		across := setup(t, d)
		t.Run("ErrInvalid", func(t *testing.T) {
			_, err := firm.Bootstrap(t.Context(), d, plain, firm.Admin{Email: "admin", Password: "weak"})
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
			require.Equal(t, "email", fault.From(err).Details[0].Field)
		})
		t.Run("ErrHash", func(t *testing.T) {
			_, err := firm.Bootstrap(t.Context(), d, noHash, firm.Admin{})
			require.ErrorIs(t, err, errHash)
		})
		t.Run("OKAtOnce", func(t *testing.T) {
			_, err := firm.Create(across, d, plain, acme()) // an ordinary firm does not prevent the creation of the super-firm
			require.NoError(t, err)
			var (
				instances errgroup.Group
				starts    [8]firm.Start
			)
			for i := range starts {
				instances.Go(func() (err error) {
					starts[i], err = firm.Bootstrap(t.Context(), d, plain, firm.Admin{})
					return err
				})
			}
			require.NoError(t, instances.Wait())
			var made []firm.Start
			for _, start := range starts {
				if start.Firm != nil {
					made = append(made, start)
				} else {
					require.Equal(t, firm.Start{}, start)
				}
			}
			require.Len(t, made, 1)
			require.True(t, made[0].Firm.IsSuperFirm)
			require.Equal(t, "admin@firmhub.local", made[0].Email)
			require.Equal(t, 2, d.Client.Firm.Query().CountX(across))

			admin := only(across, t, d, made[0].Firm.ID)
			require.Equal(t, "hash of "+made[0].Password, admin.Edges.User.PasswordHash)
			ctx := asOwner(across, t, d, made[0].Firm)
			require.NoError(t, authz.RequireSuperFirm(ctx))
			require.NoError(t, authz.New(d.Client, 0).Can(ctx, "Users", "Create"))
		})
		t.Run("NothingToDo", func(t *testing.T) {
			start, err := firm.Bootstrap(t.Context(), d, noHash, firm.Admin{Email: "not even valid"})
			require.NoError(t, err)
			require.Equal(t, firm.Start{}, start)
		})
	})
}

func TestBootstrapConfigured(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		across := setup(t, d)
		start, err := firm.Bootstrap(t.Context(), d, plain, firm.Admin{Email: "Root@Example.com", Password: password})
		require.NoError(t, err)
		require.Equal(t, "Root@Example.com", start.Email)
		require.Empty(t, start.Password)
		require.Equal(t, "hash of "+password, only(across, t, d, start.Firm.ID).Edges.User.PasswordHash)
	})
}
