package number_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/contact/number"
)

func TestNumber_Country(t *testing.T) {
	t.Parallel()
	for phone, country := range map[string]string{
		"+5511987654321": "BR", "+12025550123": "US", "+14165550123": "CA", "+447400123456": "GB", "+447911123456": "GG", "+15005550000": "US", "+80012345678": "",
	} {
		parsed, faults := number.Parse(phone, "")
		require.Empty(t, faults, phone)
		require.Equal(t, country, parsed.Country(), phone)
	}
	require.Empty(t, number.Number{}.Country())
}
