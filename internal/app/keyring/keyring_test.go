package keyring_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entchannel "github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/job"
)

// keyOf returns the text of a key that is one letter again and again.
func keyOf(letter string) string {
	return base64.StdEncoding.EncodeToString([]byte(strings.Repeat(letter, secret.KeySize)))
}

func parse(t *testing.T, text string) *secret.Key {
	t.Helper()
	key, err := secret.ParseKey(text)
	require.NoError(t, err)
	return key
}

// use opens the key of erased addresses, as a server that starts does.
func use(t *testing.T, d *db.DB, key *secret.Key) string {
	t.Helper()
	require.NoError(t, keyring.Keep(t.Context(), d, key))
	require.NoError(t, keyring.Use(t.Context(), d, key))
	return d.Pseudonym(uuid.UUID{1}, "+5511987654321")
}

// fill adds channels with secrets, more than are sealed at once.
func fill(t *testing.T, d *db.DB, key *secret.Key, firm uuid.UUID, number int) {
	t.Helper()
	ctx := rule.AcrossFirms(t.Context(), "a test")
	for range number {
		id := uuid.New()
		sealed := key.Seal([]byte("token"), channel.Owner(firm, id))
		require.NoError(t, d.Client.Channel.Create().SetID(id).SetFirmID(firm).SetName(id.String()).SetKind(entchannel.KindSandbox).
			SetSender("sender").SetSettings([]byte("{}")).SetSecrets(sealed).SetMessagesPerSecond(1).SetIsDefault(false).Exec(ctx))
	}
}

func TestRotate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		firm, _ := dbtest.Firm(t, d, "Firm")
		old, both, fresh := parse(t, keyOf("o")), parse(t, keyOf("n")+","+keyOf("o")), parse(t, keyOf("n"))
		before := use(t, d, old)
		fill(t, d, old, firm.ID, 450)
		link := consent.NewLinks(d, old, "https://example.com").URL(firm.ID, "ada@example.com").Path

		// Servers get both keys, the old one first, and then the new one first. What a server seals
		// meanwhile is sealed by the new one.
		require.Equal(t, before, use(t, d, parse(t, keyOf("o")+","+keyOf("n"))))
		require.Equal(t, before, use(t, d, both))
		fill(t, d, both, firm.ID, 3)
		_, err := consent.NewLinks(d, both, "").Read(t.Context(), strings.TrimPrefix(link, consent.LinkPath))
		require.NoError(t, err, "links in messages that were sent go on working")

		done, err := keyring.Rotate(t.Context(), d, both, false)
		require.NoError(t, err)
		require.Equal(t, keyring.Rotated{Changed: 451, Present: 3}, done)
		done, err = keyring.Rotate(t.Context(), d, both, false)
		require.NoError(t, err)
		require.Equal(t, keyring.Rotated{Present: 454}, done)

		// The old key can go.
		require.Equal(t, before, use(t, d, fresh), "erased addresses are recognized by the same key")
		done, err = keyring.Rotate(t.Context(), d, fresh, false)
		require.NoError(t, err)
		require.Zero(t, done.Lost)
		_, err = consent.NewLinks(d, fresh, "").Read(t.Context(), strings.TrimPrefix(link, consent.LinkPath))
		require.Error(t, err)
	})
}

// erasure are the arguments of a job as package privacy queues it.
type erasure struct {
	ContactID uuid.UUID `json:"contact"`
	Sealed    []byte    `json:"sealed"`
}

func (erasure) Kind() string { return "contact.erase" }

// Erasures are sealed again with the rest, also those that were cancelled and may be tried again.
func TestRotate_erasures(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		_, ctx := dbtest.Firm(t, d, "Firm")
		old, both, fresh := parse(t, keyOf("o")), parse(t, keyOf("n")+","+keyOf("o")), parse(t, keyOf("n"))
		use(t, d, old)
		jobs, err := job.NewManager(d)
		require.NoError(t, err)
		ids := make([]int64, 3)
		for i := range ids {
			contact := uuid.New()
			ids[i], err = job.Insert(ctx, d, erasure{ContactID: contact, Sealed: old.Seal([]byte("{}"), contact.String())}, job.Options{})
			require.NoError(t, err)
		}
		require.NoError(t, jobs.Cancel(t.Context(), ids[0]))

		done, err := keyring.Rotate(t.Context(), d, both, false)
		require.NoError(t, err)
		require.Equal(t, keyring.Rotated{Changed: 4}, done)
		done, err = keyring.Rotate(t.Context(), d, fresh, false)
		require.NoError(t, err)
		require.Equal(t, keyring.Rotated{Present: 1}, done)

		// With a lost key those that were not cancelled are named.
		done, err = keyring.Rotate(t.Context(), d, parse(t, keyOf("x")), true)
		require.NoError(t, err)
		require.Equal(t, keyring.Rotated{Changed: 1, LostErasures: 2}, done)
	})
}

func TestRotate_wrongKey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		firm, _ := dbtest.Firm(t, d, "Firm")
		old, other := parse(t, keyOf("o")), parse(t, keyOf("x"))
		before := use(t, d, old)
		fill(t, d, old, firm.ID, 2)
		_, err := keyring.Rotate(t.Context(), d, other, false)
		require.ErrorIs(t, err, keyring.ErrWrongKey)
		require.Empty(t, use(t, d, other), "a server starts, logs that the key is wrong, and makes no hashes that the right key can't make")
		require.False(t, d.HasPseudonyms())
		require.Equal(t, before, use(t, d, old), "nothing was changed")

		_, err = keyring.Rotate(t.Context(), d, parse(t, keyOf("x")+","+keyOf("n")), true)
		require.ErrorContains(t, err, "must have the present key alone")
		require.Equal(t, before, use(t, d, old))

		done, err := keyring.Rotate(t.Context(), d, other, true)
		require.NoError(t, err)
		require.Equal(t, keyring.Rotated{Changed: 1, Lost: 2}, done)
		_, err = keyring.Rotate(t.Context(), d, other, false)
		require.NoError(t, err)
	})
}

// A server creates a key of its own, unless the database has secrets that another one has sealed.
func TestCreate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		basics := config.Basics{DataDir: filepath.Join(t.TempDir(), "data")}
		path := filepath.Join(basics.DataDir, config.SecretsKeyFile)
		key, err := keyring.Create(t.Context(), d, basics)
		require.NoError(t, err)
		if d.Dialect() == db.Postgres {
			require.Nil(t, key)
			return
		}
		before := use(t, d, key)
		same, err := keyring.Create(t.Context(), d, basics)
		require.NoError(t, err)
		require.Equal(t, before, use(t, d, same))

		require.NoError(t, os.Remove(path))
		none, err := keyring.Create(t.Context(), d, basics)
		require.NoError(t, err)
		require.Nil(t, none)
		require.NoFileExists(t, path)
	})
}

// A database of 0.1.0 has no stored key. The present key alone tells which one erased addresses
// have.
func TestUse_firstStart(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		require.ErrorAs(t, keyring.Keep(t.Context(), d, parse(t, keyOf("n")+"\n"+keyOf("o"))), new(*config.Error))
		old := parse(t, keyOf("o"))
		d.UsePseudonyms(old.Derive("firmhub erased addresses")) // as 0.1.0 does
		before := d.Pseudonym(uuid.UUID{1}, "+5511987654321")
		require.NoError(t, keyring.Use(t.Context(), d, old))
		require.Equal(t, before, use(t, d, old))
		require.Equal(t, before, use(t, d, parse(t, keyOf("n")+"\n"+keyOf("o"))))
	})
}
