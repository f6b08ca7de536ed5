package tags_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/domain/contact/tags"
)

func TestTagsOfCell(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string][]string{
		"vip;new|São Paulo, SP\nlead": {"vip", "new", "São Paulo, SP", "lead"},
		`"a;b" ; "c|d";"e"`:           {"a;b", "c|d", "e"},
		`"say ""hi"""`:                {`say "hi"`},
		`"say \"hi\""`:                {`"say \"hi\""`},
		`"a;b\c";vip`:                 {`a;b\c`, "vip"},
		`"C:\new;x"`:                  {`C:\new;x`},
		`"\\server\x";c\`:             {`\\server\x`, `c\`},
		`"a"";b";"c`:                  {`a";b`, `"c`},
		`"a"";b`:                      {`"a""`, "b"},     // never closed
		"\"a;b\nc\"":                  {`"a`, "b", `c"`}, // not in one line
		"* myContacts ::: Friends":    {"* myContacts ", "Friends"},
		`"a:::b":::c::d::::e`:         {"a:::b", "c::d", ":e"},
		` ;; | ::: `:                  nil,
		"":                            nil,
		`"a;b`:                        {`"a`, "b"}, // never closed
		`"a"b;c`:                      {`"a"b`, "c"},
		`"\x";c`:                      {`\x`, "c"},
		`12";"inch`:                   {`12"`, `"inch`},
		"a ;  b":                      {"a ", "b"},
		`""`:                          nil,
		`"a;b"|c`:                     {"a;b", "c"},
		"`a;b`":                       {"`a", "b`"},
	} {
		require.Equal(t, want, tags.OfCell(cell), "%q", cell)
	}
}

// Tags are read as they were written.
func TestTagsCell(t *testing.T) {
	t.Parallel()
	require.Equal(t, `a, b;"c;d";é;"""e";f"\;"g|\"""`, tags.Cell([]string{"a, b", "c;d", "é", `"e`, `f"\`, `g|\"`}))
	name := rapid.OneOf(
		rapid.StringMatching(`[ab;|", \\é]{0,6}[a-z"\\;|]`), rapid.StringMatching(`["\\;:]{1,8}`), rapid.StringMatching(`[a-zéЖ明;|"']{1,10}`),
	).Filter(func(name string) bool { return name[0] != ' ' })
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(name, 1, 5).Draw(t, "names")
		cell := tags.Cell(names)
		require.Equal(t, names, tags.OfCell(cell), cell)
	})
}
