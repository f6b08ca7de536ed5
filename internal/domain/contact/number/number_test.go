package number_test

import (
	"testing"

	"github.com/nyaruka/phonenumbers"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/contact/number"
)

func TestParseNumber(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		for _, c := range []struct{ phone, cc, e164, match string }{
			{"(11) 98765-4321", "+55", "+5511987654321", "+5511987654321"},
			{"+55 11 98765-4321", "", "+5511987654321", "+5511987654321"},
			{"+55 11 98765-4321", "+55", "+5511987654321", "+5511987654321"},
			{"0055 11 98765-4321", "", "+5511987654321", "+5511987654321"},
			{"5511987654321", "+55", "+5511987654321", "+5511987654321"},
			{" \u202a+5511987654321\u202c ", "", "+5511987654321", "+5511987654321"},
			{"(+55) 11.98765.4321", " +55 ", "+5511987654321", "+5511987654321"},
			{"＋５５ １１ ９８７６５－４３２１", "", "+5511987654321", "+5511987654321"},
			{"٠٥٠ ١٢٣ ٤٥٦٧", "+966", "+966501234567", "+966501234567"},
			{"०९८१०० १२३४५", "+91", "+919810012345", "+919810012345"},
			{"07911 123456", "+44", "+447911123456", "+447911123456"},
			{"+44 (0)7911 123456", "", "+447911123456", "+447911123456"},
			{"(242) 365-1234", "+1", "+12423651234", "+12423651234"},
			{"8 701 234 5678", "+7", "+77012345678", "+77012345678"},
			{"06 1234 5678", "+39", "+390612345678", "+390612345678"},
			{"1234 5678", "+800", "+80012345678", "+80012345678"},
			// Brazil: today's mobile, the same without its ninth digit, and a landline that only
			// looks like one.
			{"+55 31 98765-4321", "", "+5531987654321", "+5531987654321"},
			{"+55 31 8765-4321", "", "+5531987654321", "+5531987654321"},
			{"(31) 8765-4321", "+55", "+5531987654321", "+5531987654321"},
			{"+55 11 7765-4321", "", "+551177654321", "+5511977654321"},
			{"+55 11 95123-4567", "", "+5511951234567", "+5511951234567"},
			{"+55 11 5123-4567", "", "+551151234567", "+551151234567"},
			// Argentina: a mobile from abroad, without its 9, and as dialled at home.
			{"+54 9 11 2345-6789", "", "+5491123456789", "+541123456789"},
			{"+54 11 2345-6789", "", "+541123456789", "+541123456789"},
			{"011 15-2345-6789", "+54", "+5491123456789", "+541123456789"},
			// Mexico: with the 1 of before 2019, and without.
			{"+52 1 55 1234 5678", "", "+525512345678", "+525512345678"},
			{"55 1234 5678", "+52", "+525512345678", "+525512345678"},
		} {
			n, faults := number.Parse(c.phone, c.cc)
			require.Empty(t, faults, "%s %s", c.cc, c.phone)
			require.Equal(t, c.e164, n.E164, "%s %s", c.cc, c.phone)
			require.Equal(t, c.match, n.MatchKey, "%s %s", c.cc, c.phone)
			require.Equal(t, c.match, number.MatchKey(c.e164))
		}
	})

	for name, c := range map[string]struct {
		phone, cc string
		fields    []string
	}{
		"missing":                      {"", "", []string{"phone"}},
		"missing with a bad code":      {" ", "55", []string{"phone", "phoneCC"}},
		"no country":                   {"11987654321", "", []string{"phoneCC"}},
		"code without plus":            {"11987654321", "55", []string{"phoneCC"}},
		"code of no country":           {"11987654321", "+999", []string{"phoneCC"}},
		"code with more than a code":   {"11987654321", "+5511", []string{"phoneCC"}},
		"letters":                      {"+1 800 FLOWERS", "", []string{"phone"}},
		"extension":                    {"+1 415 555 2671 x5", "", []string{"phone"}},
		"two pluses":                   {"++5511987654321", "", []string{"phone"}},
		"a plus within":                {"55+11987654321", "+55", []string{"phone"}},
		"punctuation alone":            {"()-", "+55", []string{"phone"}},
		"control character":            {"+5511987\x00654321", "", []string{"phone"}},
		"too short":                    {"12345", "+55", []string{"phone"}},
		"too long":                     {"+5511987654321987654321", "", []string{"phone"}},
		"far too long":                 {"+55119876543219876543211234567890123456789012345678901234567890", "", []string{"phone"}},
		"not in the plan":              {"+1 555 555 5555", "", []string{"phone"}},
		"contradiction":                {"+5511987654321", "+54", []string{"phoneCC"}},
		"contradiction after 00":       {"005511987654321", "+54", []string{"phoneCC"}},
		"a 9 does not mend a landline": {"+55 31 1765-4321", "", []string{"phone"}},
	} {
		t.Run("Err "+name, func(t *testing.T) {
			t.Parallel()
			_, faults := number.Parse(c.phone, c.cc)
			fields := make([]string, len(faults))
			for i, f := range faults {
				fields[i] = f.Field
			}
			require.Equal(t, c.fields, fields)
		})
	}
}

// The library's example of every country is parsed in every format of the library.
func TestParseNumber_everyCountry(t *testing.T) {
	t.Parallel()
	for region := range phonenumbers.GetSupportedRegions() {
		example := phonenumbers.GetExampleNumberForType(region, phonenumbers.MOBILE)
		if example == nil {
			continue
		}
		want := phonenumbers.Format(example, phonenumbers.E164)
		for _, form := range []phonenumbers.PhoneNumberFormat{phonenumbers.E164, phonenumbers.INTERNATIONAL} {
			n, faults := number.Parse(phonenumbers.Format(example, form), "")
			require.Empty(t, faults, "%s %s", region, want)
			require.Equal(t, want, n.E164)
			again, faults := number.Parse(phonenumbers.GetNationalSignificantNumber(example), n.CC)
			require.Empty(t, faults, "%s %s", region, want)
			require.Equal(t, want, again.E164)
		}
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, seed := range [][2]string{
		{"(11) 98765-4321", "+55"}, {"+54 9 11 2345-6789", ""}, {"0044 (0)20 7946 0000", "+44"}, {"٠٥٠", "+966"}, {"", "+"}, {"\xff", "+1"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, phone, cc string) {
		n, faults := number.Parse(phone, cc)
		if len(faults) > 0 {
			require.Zero(t, n)
			return
		}
		require.Regexp(t, `^\+[1-9][0-9]{3,16}$`, n.E164)
		require.Regexp(t, `^\+[1-9][0-9]{0,2}$`, n.CC)
		for _, spelling := range []string{n.E164, n.MatchKey} {
			again, faults := number.Parse(spelling, n.CC)
			require.Empty(t, faults, "%s", spelling)
			require.Equal(t, n.MatchKey, again.MatchKey)
			require.Equal(t, n.MatchKey, number.MatchKey(spelling))
		}
	})
}
