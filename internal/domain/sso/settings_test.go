package sso_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/sso"
)

func TestParse(t *testing.T) {
	t.Parallel()
	providers, faults := sso.Parse([]byte(`[
		{"name": "Corp", "issuer": "https://accounts.example.com/", "clientId": "a", "clientSecret": "b", "scopes": ["openid", "groups"],
			"domains": ["Example.COM"], "autoJoin": {"firm": "Bela Vista", "role": "Agent"}},
		{"name": "local", "issuer": "http://127.0.0.1:8081", "clientId": "a", "clientSecret": "b", "autoJoin": null}
	]`))
	require.Empty(t, faults)
	require.Len(t, providers, 2)
	corp := providers[0]
	require.Equal(t, []any{"Corp", "https://accounts.example.com/", []string{"groups"}, []string{"example.com"}, "Bela Vista", "Agent"},
		[]any{corp.Name, corp.Issuer, corp.Scopes, corp.Domains, corp.AutoJoin.Firm, corp.AutoJoin.Role})
	require.Equal(t, []string{"email", "profile"}, providers[1].Scopes)
	require.Nil(t, providers[1].AutoJoin)

	const rest = `"issuer": "https://a.example", "clientId": "a", "clientSecret": "b"`
	for name, test := range map[string]struct {
		file string
		want []string
	}{
		"ErrText":       {`hello`, []string{"the file"}},
		"ErrObject":     {`{}`, []string{"the file"}},
		"ErrTwo":        {`[] []`, []string{"the file"}},
		"ErrEmpty":      {`[{}]`, []string{"[0].name", "[0].issuer", "[0].clientId", "[0].clientSecret"}},
		"ErrUnknown":    {`[{"name": "a", ` + rest + `, "domain": [], "Name": "b"}]`, []string{"[0].Name", "[0].domain"}},
		"ErrTypes":      {`[{"name": "a", ` + rest + `, "domains": "a.example", "scopes": [1]}]`, []string{"[0].domains", "[0].scopes"}},
		"ErrName":       {`[{"name": "a/b", ` + rest + `}, {"name": "..", ` + rest + `}]`, []string{"[0].name", "[1].name"}},
		"ErrSameName":   {`[{"name": "a", ` + rest + `}, {"name": "A", ` + rest + `}]`, []string{"[1].name"}},
		"ErrDomain":     {`[{"name": "a", ` + rest + `, "domains": ["*.a.example", "@b.example", "c.example"]}]`, []string{"[0].domains[0]", "[0].domains[1]"}},
		"ErrFolded":     {`[{"name": "a", ` + rest + `, "domains": ["xn--wei-7ka.example", "weiß.example"]}]`, []string{"[0].domains[1]"}},
		"ErrScope":      {`[{"name": "a", ` + rest + `, "scopes": ["a b", ""]}]`, []string{"[0].scopes[0]", "[0].scopes[1]"}},
		"ErrJoin":       {`[{"name": "a", ` + rest + `, "domains": ["a.example"], "autoJoin": {"firm": "", "roleId": 1}}]`, []string{"[0].autoJoin.roleId", "[0].autoJoin.firm", "[0].autoJoin.role"}},
		"ErrJoinDomain": {`[{"name": "a", ` + rest + `, "autoJoin": {"firm": "a", "role": "b"}}]`, []string{"[0].domains"}},
		"ErrJoinType":   {`[{"name": "a", ` + rest + `, "domains": ["a.example"], "autoJoin": "a"}]`, []string{"[0].autoJoin"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, faults := sso.Parse([]byte(test.file))
			fields := []string{}
			for _, fault := range faults {
				fields = append(fields, fault.Field)
			}
			require.Equal(t, test.want, fields)
		})
	}
	for _, issuer := range []string{
		"", "accounts.example.com", "ftp://a.example", "http://a.example", "http://10.0.0.1", "http://localhost.evil.example", "https://u@a.example",
		"https://a.example?x=1", "https://a.example#x", "https://" + strings.Repeat("a", 500) + ".example",
	} {
		t.Run("ErrIssuer/"+issuer, func(t *testing.T) {
			t.Parallel()
			_, faults := sso.Parse([]byte(`[{"name": "a", "issuer": "` + issuer + `", "clientId": "a", "clientSecret": "b"}]`))
			require.Len(t, faults, 1)
			require.Equal(t, "[0].issuer", faults[0].Field)
		})
	}
}
