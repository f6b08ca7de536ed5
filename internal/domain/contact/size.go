package contact

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// rowBytes is about how many bytes a row of a contact's list takes in memory, besides long texts.
const rowBytes = 256

// SizeOfAddresses returns about how many bytes the postal addresses of contacts of the viewer's
// firm take together when they are loaded. So a caller can tell whether [Load] may read all of
// these contacts: one may have 280 KB of addresses. It has at most some 70 KB of everything else,
// usually 1 KB, which would take longer to count than it is worth.
//
// Both databases look up each contact in the index. With a list of ids to compare, PostgreSQL might
// read the whole table instead, which takes far longer.
func SizeOfAddresses(ctx context.Context, d *db.DB, ids []uuid.UUID) (size int, err error) {
	table, list := d.TableOfIDs(2, distinct(ids))
	_, err = d.InFirm(ctx).Row([]any{&size}, fmt.Sprintf(`
SELECT CAST(coalesce(sum((
	SELECT sum(%d + octet_length(%s)) FROM contact_addresses a WHERE a.firm_id = $1 AND a.contact_id = k.key
)), 0) AS bigint) FROM %s AS k `+db.PlanAnew, rowBytes, strings.Join(addressTable.textColumns(), " || "), table), list)
	if err != nil {
		return 0, fmt.Errorf("read the size of addresses: %w", err)
	}
	return size, nil
}
