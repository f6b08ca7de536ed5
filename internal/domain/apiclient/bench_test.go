package apiclient_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
)

// BenchmarkAuthenticate measures a cached key: the cost of every request.
func BenchmarkAuthenticate(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			s := setup(b, dbtest.Open(b, dialect))
			key := s.create(b, apiclient.CreateInput{AllowedIps: []string{"192.0.2.0/24"}}).APIKey
			b.Run("alone", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, err := s.keys.Authenticate(b.Context(), key, "", request)
					require.NoError(b, err)
				}
			})
			b.Run("together", func(b *testing.B) {
				b.ReportAllocs()
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						if _, err := s.keys.Authenticate(b.Context(), key, "", request); err != nil {
							b.Error(err)
						}
					}
				})
			})
		})
	}
}

// BenchmarkRecord measures the cost of recording a request.
func BenchmarkRecord(b *testing.B) {
	s := setup(b, dbtest.Open(b, db.SQLite))
	r := s.recorder(b)
	call := s.call(s.create(b, apiclient.CreateInput{}).ID, time.Now())
	b.ReportAllocs()
	for b.Loop() {
		r.Record(call)
	}
}

// BenchmarkFlush writes a thousand calls of ten keys.
func BenchmarkFlush(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			s := setup(b, dbtest.Open(b, dialect))
			r := s.recorder(b)
			require.NoError(b, r.Close(b.Context()))
			var calls []apiclient.Request
			for range 10 {
				calls = append(calls, s.call(s.create(b, apiclient.CreateInput{}).ID, time.Now()))
			}
			b.ReportAllocs()
			for b.Loop() {
				for i := range 1000 {
					r.Record(calls[i%len(calls)])
				}
				require.NoError(b, r.Flush(b.Context()))
			}
		})
	}
}
