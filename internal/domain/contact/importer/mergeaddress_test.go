package importer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// An address of a row changes the address of the contact that it is about, and no other one.
func TestImport_addresses(t *testing.T) {
	t.Parallel()
	const typed = "First Name,Last Name,E-mail Address,Business Street,Business City,Home Street,Home City\n"
	const plain = "First Name,Last Name,E-mail Address,Address 1 - Street,Address 1 - City,Address 2 - Street,Address 2 - City\n"
	const both = "Ad,One,a@x.example,Biz 1,London,Home 1,Leeds\n"
	for name, c := range map[string]struct{ file, again, want string }{
		"the same":                   {typed + both, typed + both, "[Biz 1, London, ] [Home 1, Leeds, ]"},
		"a blank first one":          {typed + both, typed + "Ad,One,a@x.example,,,Home 1,Leeds\n", "[Biz 1, London, ] [Home 1, Leeds, ]"},
		"the second one has moved":   {typed + both, typed + "Ad,One,a@x.example,,,Home 2,York\n", "[Biz 1, London, ] [Home 2, York, ]"},
		"a part of the second one":   {typed + both, typed + "Ad,One,a@x.example,,,Home 2,\n", "[Biz 1, London, ] [Home 2, Leeds, ]"},
		"no types":                   {plain + both, plain + "Ad,One,a@x.example,,York,,\n", "[Biz 1, York, ] [Home 1, Leeds, ]"},
		"no types, a blank first":    {plain + both, plain + "Ad,One,a@x.example,,,Home 1,Leeds\n", "[Biz 1, London, ] [Home 1, Leeds, ]"},
		"no types, another second":   {plain + both, plain + "Ad,One,a@x.example,,,Home 2,York\n", "[Biz 1, London, ] [Home 1, Leeds, ] [Home 2, York, ]"},
		"types that it did not have": {plain + both, typed + both, "[Biz 1, London, ] [Home 1, Leeds, ]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				b := setup(t, d)
				b.run(t, c.file, importer.Input{})
				b.run(t, c.again, importer.Input{})
				require.Equal(t, []string{"Ad One a@x.example*/0 " + c.want}, b.contacts(t))
			})
		})
	}
}

// A row whose phone was left out has one all the same: it is not of whoever has its e-mail.
func TestImport_invalidPhone(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		const file = "Name,Email,Phone\nAnn Smith,m@x.example,+55 11 98765-4321\nBob Jones,m@x.example,12\n"
		for range 2 {
			b.run(t, file, importer.Input{})
			require.Equal(t, []string{
				"Ann Smith +5511987654321*/0 m@x.example*/0", "Bob Jones m@x.example*/0",
			}, b.contacts(t))
		}
	})
}
