package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestDistribute_ErrNoCitus(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		_, err := app.Distribute(t.Context(), app.Basics{DatabaseURL: dbtest.URL(t, dialect)})
		require.ErrorContains(t, err, "extension citus")
	})
}
