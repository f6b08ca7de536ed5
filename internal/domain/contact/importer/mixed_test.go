package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/contact"
)

// mixed returns a file with every kind of row: new people, people who are in the file twice and who
// exist (see existing), rows that change nothing, and rows that are rejected.
func mixed(rows int) string {
	var s strings.Builder
	s.WriteString("firstName,lastName,gender,phone,phone2,email,tags,city,note\n")
	for i := range rows {
		phone := fmt.Sprintf("+55 11 9%04d-%04d", 1000+i/10_000, i%10_000)
		switch i % 12 {
		default:
			fmt.Fprintf(&s, "Maria%d,Silva,f,%s,,m%d@example.com,\"vip, r%d\",Rio,x\n", i, phone, i, i%7)
		case 3: // a person of the file, by phone, who gets another one
			fmt.Fprintf(&s, ",Souza,,+55 11 91000-%04d,%s,,late %d,,\n", i/2, phone, i%3)
		case 4: // by e-mail, unless that is not in the file before
			fmt.Fprintf(&s, "Maria%d,Silva,,,,M%d@EXAMPLE.com,VIP,,\n", i, i*2/3)
		case 5: // the one before again
			fmt.Fprintf(&s, "Maria%d,Silva,,,,M%d@EXAMPLE.com,VIP,,\n", i-1, (i-1)*2/3)
		case 6: // a contact that exists
			fmt.Fprintf(&s, ",,,,,old%d@example.com,again,Lima,\n", i%30)
		case 7:
			fmt.Fprintf(&s, "Bad%d,,z,12,,nobody,,,\n", i)
		case 8: // without anything to match by
			fmt.Fprintf(&s, "Solo%d,\"Two\nlines\",,,,,,,\n", i)
		case 9:
			fmt.Fprintf(&s, "Solo%d,Alone,,,,,,,\n", i)
		case 10: // matches two: one by phone, another by e-mail
			fmt.Fprintf(&s, "Both,Of them,,+55 11 91000-%04d,,old%d@example.com,,,\n", i-10, i%30)
		}
	}
	return s.String()
}

// existing creates the contacts that mixed expects.
func (b *bundle) existing(t testing.TB) {
	t.Helper()
	ins := make([]contact.CreateInput, 30)
	for i := range ins {
		ins[i] = contact.CreateInput{
			FirstName: fmt.Sprintf("Old%d", i), LastName: "One", Emails: []contact.EmailInput{{Email: fmt.Sprintf("old%d@example.com", i)}},
			Tags: []string{"old"},
		}
	}
	_, err := contact.CreateMany(b.ctx, b.DB, ins)
	require.NoError(t, err)
}
