package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

// BenchmarkAuthenticate measures a cached token: the cost of every request.
func BenchmarkAuthenticate(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			s := setup(b, dbtest.Open(b, dialect), config{})
			token := s.signIn(b).Token
			s.accept(b, token)
			b.ReportAllocs()
			b.Run("alone", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, err := s.Authenticate(b.Context(), token, viewer.Request{})
					require.NoError(b, err)
				}
			})
			b.Run("together", func(b *testing.B) {
				b.ReportAllocs()
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						if _, err := s.Authenticate(b.Context(), token, viewer.Request{}); err != nil {
							b.Error(err)
						}
					}
				})
			})
		})
	}
}
