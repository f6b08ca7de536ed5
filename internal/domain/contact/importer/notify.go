package importer

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	entnotification "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// notify notifies the user who queued an import that it has ended. If an API client or the command
// line has queued it, it notifies everyone in the firm.
func (i *Importer) notify(ctx context.Context, row *ent.ContactImport) error {
	var user *uuid.UUID
	if row.QueuedByKind == contactimport.QueuedByKindUser {
		user = &row.QueuedByID
	}
	preview, err := PreviewOf(row)
	if err != nil {
		return err
	}
	_, err = i.notifications.Create(ctx, notification.Input{
		Title: titleOf(row), Message: messageOf(row, preview),
		Module: entnotification.ModuleContact, ModuleID: &row.ID, UserID: user, Metadata: notification.About(notification.Import),
	})
	return err
}

func titleOf(row *ent.ContactImport) string {
	what := "Import"
	if row.DryRun {
		what = "Dry run of an import"
	}
	switch row.Status { //nolint:exhaustive // it has ended
	case contactimport.StatusFailed:
		return what + " failed"
	case contactimport.StatusCancelled:
		return what + " cancelled"
	default:
		return what + " completed"
	}
}

// maxNamed is how many characters a message has for the name of a file, the reason of a failure, or
// the names of columns.
const maxNamed = 150

func messageOf(row *ent.ContactImport, of Preview) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d created, %d updated, %d unchanged, %d rejected.", plaintext.Fit(row.FileName, maxNamed),
		row.CreatedCount, row.UpdatedCount, row.UnchangedCount, row.FailedCount)
	if row.MergedCount > 0 {
		fmt.Fprintf(&b, " Rows about a person of a row before: %d.", row.MergedCount)
	}
	if row.SkippedCells > 0 {
		fmt.Fprintf(&b, " Cells left out: %d.", row.SkippedCells)
	}
	switch {
	case row.Error != "":
		b.WriteString(" " + plaintext.Fit(row.Error, maxNamed))
	case len(of.Ignored) > 0:
		fmt.Fprintf(&b, " Ignored columns: %s.", plaintext.Fit(of.ignored(), maxNamed))
	}
	return b.String()
}
