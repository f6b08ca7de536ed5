package password_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/password"
)

func BenchmarkHash(b *testing.B) {
	for b.Loop() {
		_, err := password.Hash(correct)
		require.NoError(b, err)
	}
}
