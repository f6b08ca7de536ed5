package authz

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/fault"
)

// Export returns the policy of a firm as a policy.csv. With [Model], any casbin comes to the same
// decisions. Comments name the origins of the lines. Export returns Conflict while a rule is
// invalid: everything is refused then, and casbin can't express that.
func Export(ctx context.Context, client *ent.Client, firmID uuid.UUID) (string, error) {
	lines, err := List(ctx, client, firmID)
	if err != nil {
		return "", err
	}
	var (
		text   strings.Builder
		origin string
	)
	for _, line := range lines {
		if line.Problem != "" {
			return "", fault.New(fault.Conflict, "The firm is refused everything, as %s is not valid: %s.", line.Origin, line.Problem)
		}
		if line.Origin != origin {
			origin = line.Origin
			fmt.Fprintf(&text, "# %s\n", line.Comment())
		}
		fmt.Fprintln(&text, line)
	}
	return text.String(), nil
}
