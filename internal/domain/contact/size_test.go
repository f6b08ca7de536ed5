package contact_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
)

func TestSizeOfAddresses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, otherFirm := dbtest.Firm(t, d, "Other")
		create := func(in contact.CreateInput) uuid.UUID {
			in.FirstName, in.LastName = "Ana", "Souza"
			made, err := contact.Create(ctx, d, in)
			require.NoError(t, err)
			return made.ID
		}
		line := contact.PostalAddress{Line1: strings.Repeat("漢", 200), City: "Rio"}
		plain := create(contact.CreateInput{})
		usual := create(contact.CreateInput{Addresses: []contact.AddressInput{{PostalAddress: contact.PostalAddress{City: "Rio"}}}})
		large := create(contact.CreateInput{Addresses: []contact.AddressInput{{PostalAddress: line}, {PostalAddress: line}}})

		const usualBytes, largeBytes = 256 + 3, 2 * (256 + 603)
		size := func(ids ...uuid.UUID) int {
			size, err := contact.SizeOfAddresses(ctx, d, ids)
			require.NoError(t, err)
			return size
		}
		require.Equal(t, usualBytes, size(usual))
		require.Equal(t, usualBytes+largeBytes, size(large, plain, usual, large))
		require.Zero(t, size(plain, uuid.New()))
		require.Zero(t, size())

		other, err := contact.SizeOfAddresses(otherFirm, d, []uuid.UUID{usual, large})
		require.NoError(t, err)
		require.Zero(t, other)
	})
}
