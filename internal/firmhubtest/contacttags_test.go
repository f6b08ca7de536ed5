package firmhubtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// Both APIs name every tag of a request that is blank.
func TestBlankTags(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		refused := func(answer *firmhubtest.Answer, fields ...string) {
			t.Helper()
			require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
			require.ElementsMatch(t, fields, answer.Fields())
			for _, detail := range answer.Details() {
				require.Equal(t, "is required", detail.Message)
			}
		}
		const path = "/api/V1/Contact/tags/"
		for _, blank := range []string{"%20", "%E2%80%8B"} {
			refused(a.REST(http.MethodPut, path+blank, m.owner.token, map[string]any{"name": "new"}), "tag")
			refused(a.REST(http.MethodPut, path+blank, m.owner.token, map[string]any{"name": " "}), "tag", "name")
			refused(a.REST(http.MethodDelete, path+blank, m.owner.token, nil), "tag")
		}
		refused(a.REST(http.MethodPut, path+"%20", m.owner.token, map[string]any{}), "tag", "name")
		refused(a.REST(http.MethodPut, path+"x", m.owner.token, map[string]any{"name": ""}), "name")

		for _, blank := range []string{"", " ", "\u200b"} {
			given := map[string]any{"blank": blank}
			refused(a.GraphQL(m.owner.token, `mutation($blank: String!) { renameTag(input: {tag: $blank, name: $blank}) { id } }`, given), "tag", "name")
			refused(a.GraphQL(m.owner.token, `mutation($blank: String!) { mergeTags(input: {tags: [$blank, "a"], into: $blank}) { id } }`, given), "tags[0]", "into")
			refused(a.GraphQL(m.owner.token, `mutation($blank: String!) { deleteTag(tag: $blank) }`, given), "tag")
		}
	})
}
