package demo

import (
	"context"
	"strings"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/examples"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Samples creates an API client, a file, a dry run of its import, conversations and a campaign in
// each firm of [Firms] that has none, so that every list contains something. Nobody knows the key
// of the API client. Samples queues the job of the dry run, and that of the campaign. Only the
// operator of firmhub may call it. It crosses firms by itself.
func Samples(ctx context.Context, d *db.DB, files *file.Store, imports *importer.Importer) (err error) {
	defer fault.Wrap(&err, "demo.Samples")
	may := authz.New(d.Client, authz.DefaultSize)
	for _, f := range firms() {
		of, err := firm.Find(ctx, d, f.name)
		if err != nil {
			return err
		}
		ctx := viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: of.ID})
		client := apiclient.CreateInput{Name: "Web shop", Description: "Looks contacts up.", Permissions: []string{"Contact:View"}}
		if _, err := apiclient.Create(ctx, d, may, client); err != nil {
			return err
		}
		stored, err := files.Upload(ctx, upload.File{
			Name: "contacts-with-faults.csv", Content: strings.NewReader(examples.ContactsWithFaults),
		})
		if err != nil {
			return err
		}
		if _, err := imports.Queue(ctx, importer.Input{FileID: stored.ID, DryRun: new(true)}); err != nil {
			return err
		}
		if err := converse(ctx, d, files, f.exchanges); err != nil {
			return err
		}
		if err := announce(ctx, d, f.campaigns[0].name, f.templates[0]); err != nil {
			return err
		}
	}
	return nil
}
