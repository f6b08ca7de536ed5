package doctor

import (
	"context"
	"fmt"

	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
)

// demoPeople checks that nobody can log in with the password of the demo, which everybody knows.
func demoPeople(ctx context.Context, d *db.DB) Check {
	const name = "demo"
	n, err := demo.People(ctx, d)
	switch {
	case err != nil:
		return Check{name, Failure, sentence(err), "Check that the database is one of firmhub."}
	case n > 0:
		return Check{
			name, Warning, fmt.Sprintf("%d people of the demo can log in, with a password that everybody knows.", n),
			"Remove them from their firms before others can reach the server.",
		}
	}
	return Check{Name: name, Status: OK, Found: "Has no people of it."}
}
