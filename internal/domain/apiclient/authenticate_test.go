package apiclient_test

import (
	"context"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

var request = viewer.Request{ID: "r1", Address: netip.MustParseAddr("192.0.2.1"), UserAgent: "test"}

// accept returns the viewer of a valid key.
func (b *bundle) accept(t *testing.T, key string) *viewer.Viewer {
	t.Helper()
	v, err := b.keys.Authenticate(t.Context(), key, "", request)
	require.NoError(t, err)
	require.NoError(t, v.Refused)
	return v
}

// refuse checks that a known key is refused with the code.
func (b *bundle) refuse(t *testing.T, code fault.Code, key, firm string, from viewer.Request) {
	t.Helper()
	v, err := b.keys.Authenticate(t.Context(), key, firm, from)
	require.NoError(t, err)
	requireCode(t, code, v.Refused)
	require.Equal(t, viewer.APIClient, v.Kind)
	require.Equal(t, b.firm.ID, v.FirmID)
	require.NotZero(t, v.APIClientID)
	require.Zero(t, v.Expires)
}

// unknown checks that a key is not known.
func (b *bundle) unknown(t *testing.T, key string) {
	t.Helper()
	v, err := b.keys.Authenticate(t.Context(), key, "", request)
	require.Nil(t, v)
	requireCode(t, fault.Unauthorized, err)
	require.NotContains(t, err.Error(), "fh_")
}

func TestAuthenticate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		t.Run("OK", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			want := &viewer.Viewer{
				Kind: viewer.APIClient, APIClientID: made.ID, FirmID: b.firm.ID, PolicyVersion: dbtest.PolicyVersion(d, b.firm.ID), Request: request,
			}
			require.Equal(t, want, b.accept(t, made.APIKey))
			require.Equal(t, want, b.accept(t, made.APIKey), "from memory")
			for _, named := range []string{b.firm.ID.String(), strings.ToUpper(b.firm.ID.String())} {
				v, err := b.keys.Authenticate(t.Context(), made.APIKey, named, request)
				require.NoError(t, err)
				require.Equal(t, want, v)
			}
		})
		t.Run("OKExpires", func(t *testing.T) {
			expires := time.Now().Add(time.Hour)
			made := b.create(t, apiclient.CreateInput{ExpiresAt: &expires})
			for range 2 {
				require.True(t, made.ExpiresAt.Equal(b.accept(t, made.APIKey).Expires))
			}
		})
		t.Run("OKAddress", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{AllowedIps: []string{"192.0.2.0/30", "2001:db8::/32"}})
			for address, allowed := range map[string]bool{
				"192.0.2.1": true, "192.0.2.4": false, "2001:db8::1": true, "2001:db9::1": false, "": false,
			} {
				from := viewer.Request{}
				if address != "" {
					from.Address = netip.MustParseAddr(address)
				}
				if !allowed {
					b.refuse(t, fault.Forbidden, made.APIKey, "", from)
					continue
				}
				v, err := b.keys.Authenticate(t.Context(), made.APIKey, "", from)
				require.NoError(t, err)
				require.NoError(t, v.Refused, address)
			}
			anywhere := b.create(t, apiclient.CreateInput{})
			v, err := b.keys.Authenticate(t.Context(), anywhere.APIKey, "", viewer.Request{})
			require.NoError(t, err)
			require.NoError(t, v.Refused)
		})
		t.Run("ErrUnknown", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			credential, ok := apiclient.Parse(made.APIKey)
			require.True(t, ok)
			for range 2 {
				b.unknown(t, apiclient.NewCredential("").Text())
				b.unknown(t, apiclient.NewCredential(credential.ID).Text())
				b.accept(t, made.APIKey)
			}
			for _, key := range []string{"", "x", made.APIKey + "x", made.APIKey[:60] + "000000", "Bearer " + made.APIKey, strings.Repeat("x", 1<<20)} {
				b.unknown(t, key)
			}
		})
		t.Run("ErrFirm", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			for _, named := range []string{uuid.NewString(), "x", " ", b.firm.ID.String() + "," + b.firm.ID.String(), uuid.Nil.String()} {
				b.refuse(t, fault.Forbidden, made.APIKey, named, request)
			}
		})
		t.Run("ErrRevoked", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{AllowedIps: []string{"::1"}})
			b.refuse(t, fault.Forbidden, made.APIKey, "", request)
			_, err := apiclient.Revoke(b.ctx, d, made.ID)
			require.NoError(t, err)
			b.refuse(t, fault.Unauthorized, made.APIKey, "", request)
		})
		t.Run("ErrExpired", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			b.accept(t, made.APIKey)
			b.Client.APIClient.UpdateOneID(made.ID).SetExpiresAt(time.Now()).ExecX(b.ctx)
			b.refuse(t, fault.Unauthorized, made.APIKey, "", request)
		})
		t.Run("ErrRegenerated", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			b.accept(t, made.APIKey)
			again, err := apiclient.Regenerate(b.ctx, d, b.may, made.ID)
			require.NoError(t, err)
			b.unknown(t, made.APIKey)
			require.Equal(t, made.ID, b.accept(t, again.APIKey).APIClientID)
		})
		t.Run("ErrFirmInactive", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			b.accept(t, made.APIKey)
			set := func(is bool) {
				_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE firms SET is_active = $1 WHERE id = $2", is, b.firm.ID)
				require.NoError(t, err)
			}
			set(false)
			b.refuse(t, fault.Unauthorized, made.APIKey, "", request)
			set(true)
			b.accept(t, made.APIKey)
		})
		t.Run("ErrDeletedByHand", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{Permissions: []string{}})
			b.accept(t, made.APIKey)
			_, err := dbtest.SQL(t.Context(), d).Exec("DELETE FROM api_clients WHERE firm_id = $1 AND id = $2", b.firm.ID, made.ID)
			require.NoError(t, err)
			b.unknown(t, made.APIKey)
		})
	})
}

// A change on one instance applies at once on another one, also to permissions.
func TestAuthenticateElsewhere(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		elsewhere := apiclient.NewKeys(d, admitAll)
		asks := func(key string) *viewer.Viewer {
			v, err := elsewhere.Authenticate(t.Context(), key, "", request)
			require.NoError(t, err)
			return v
		}
		for range 50 {
			made := b.create(t, apiclient.CreateInput{Permissions: []string{"Contact:View"}})
			before := asks(made.APIKey)
			require.NoError(t, before.Refused)
			_, err := apiclient.Update(b.ctx, d, b.may, apiclient.UpdateInput{ID: made.ID, Permissions: []string{}})
			require.NoError(t, err)
			require.Greater(t, asks(made.APIKey).PolicyVersion.Firm, before.PolicyVersion.Firm)
			_, err = apiclient.Revoke(b.ctx, d, made.ID)
			require.NoError(t, err)
			requireCode(t, fault.Unauthorized, asks(made.APIKey).Refused)
		}
	})
}

// A key that is read while it is revoked is not cached as valid: no request that begins after the
// revocation is allowed.
func TestAuthenticateWhileRevoked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		for range 20 {
			made := b.create(t, apiclient.CreateInput{Permissions: []string{}})
			ctx, stop := context.WithCancel(t.Context())
			var asking sync.WaitGroup
			for range 4 {
				asking.Go(func() {
					for ctx.Err() == nil {
						_, _ = b.keys.Authenticate(ctx, made.APIKey, "", request)
					}
				})
			}
			b.accept(t, made.APIKey)
			_, err := apiclient.Revoke(b.ctx, d, made.ID)
			require.NoError(t, err)
			for range 5 {
				b.refuse(t, fault.Unauthorized, made.APIKey, "", request)
			}
			stop()
			asking.Wait()
		}
	})
}

// When the database fails the error is Unavailable.
func TestAuthenticateUnavailable(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		d, err := db.Open(t.Context(), dbtest.URL(t, dialect))
		require.NoError(t, err)
		b := setup(t, d)
		known, unknown := b.create(t, apiclient.CreateInput{}).APIKey, b.create(t, apiclient.CreateInput{}).APIKey
		b.accept(t, known)
		require.NoError(t, d.Close())
		for _, key := range []string{known, unknown, apiclient.NewCredential("").Text()} {
			_, err := b.keys.Authenticate(t.Context(), key, "", request)
			require.Equal(t, time.Second, refusal(t, fault.Unavailable, err).RetryAfter)
		}
		b.unknown(t, known[:60]+"000000")
		full := fault.New(fault.TooManyRequests, "Too many.")
		admit := func(v *viewer.Viewer) error {
			require.NotZero(t, v.APIClientID)
			return full
		}
		_, err = b.keys.AuthenticateIf(t.Context(), known, "", request, admit)
		require.ErrorIs(t, err, full, "who is refused costs no look at the database")
		wrong := known[:len(known)-1] + map[bool]string{true: "A", false: "B"}[!strings.HasSuffix(known, "A")]
		_, err = b.keys.AuthenticateIf(t.Context(), wrong, "", request, admit)
		require.NotErrorIs(t, err, full, "a wrong secret is none of the client")
	})
}
