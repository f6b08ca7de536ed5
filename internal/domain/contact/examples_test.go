package contact_test

import (
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// The sample files for an import: the one is valid, the other has a row of each common fault.
func TestExamples(t *testing.T) {
	t.Parallel()

	t.Run("contacts.csv", func(t *testing.T) {
		t.Parallel()
		faults, contacts := readExample(t, "contacts.csv")
		require.Empty(t, faults)
		require.Len(t, contacts, 200)
		countries, tags, keys := map[string]int{}, 0, map[string]bool{}
		for _, c := range contacts {
			tags += len(c.Tags)
			countries[c.Phones[0].CC]++
			require.False(t, keys[c.Phones[0].MatchKey], "nobody is in the file twice")
			keys[c.Phones[0].MatchKey] = true
		}
		require.Greater(t, tags, 100)
		for _, cc := range []string{"+55", "+52", "+54", "+351", "+1"} {
			require.Greater(t, countries[cc], 10, cc)
		}
	})

	t.Run("contacts-with-faults.csv", func(t *testing.T) {
		t.Parallel()
		faults, contacts := readExample(t, "contacts-with-faults.csv")
		require.Equal(t, map[int]string{
			3:  "phones[0].phone: is not a phone number of +55",
			4:  "firstName: is required",
			5:  "phones[0].phoneCC: is required unless phone begins with + and the country calling code",
			6:  "emails[0].email: must be an e-mail address",
			8:  "gender: must be Male, Female or Other",
			9:  "isActive: must be true or false",
			10: "has 13 cells, but the header has 12: a cell that contains a comma must be in quotation marks",
			11: "line1: has an opening quotation mark that is never closed",
			13: "phones[0].phoneCC: contradicts phone, which begins with +34",
			14: "phones[0].phone: is not a phone number of +54",
			17: "tags[0]: must have at most 50 characters",
		}, faults)
		require.Len(t, contacts, 5)
		require.Equal(t, contacts[2].Phones[0].MatchKey, contacts[3].Phones[0].MatchKey, "somebody is in the file twice")
	})
}

// readExample returns the contacts of a sample file, and the first fault of each row that is not
// one.
func readExample(t *testing.T, name string) (map[int]string, []contact.Contact) {
	t.Helper()
	file, err := os.Open("../../../examples/" + name)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	layout, err := csvfile.Detect(file)
	require.NoError(t, err)
	_, err = file.Seek(layout.Start.Offset, io.SeekStart)
	require.NoError(t, err)

	faults, contacts := map[int]string{}, make([]contact.Contact, 0)
	for r := csvfile.NewReader(file, layout, layout.Start); ; {
		record, err := r.Next()
		if errors.Is(err, io.EOF) {
			return faults, contacts
		}
		require.NoError(t, err)
		if record.Fault != nil {
			faults[record.Row] = strings.TrimPrefix(record.Fault.Column+": "+record.Fault.Message, ": ")
			continue
		}
		c, fault := parseExample(layout.Header, record.Cells)
		if fault != "" {
			faults[record.Row] = fault
			continue
		}
		contacts = append(contacts, c)
	}
}

func parseExample(header, cells []string) (c contact.Contact, fault string) {
	row := make(map[string]string, len(header))
	for i, name := range header {
		row[name] = cells[i]
	}
	in := contact.CreateInput{FirstName: row["firstName"], LastName: row["lastName"]}
	if row["gender"] != "" {
		in.Gender = new(entcontact.Gender(row["gender"]))
	}
	if active, err := strconv.ParseBool(row["isActive"]); err == nil {
		in.IsActive = &active
	} else {
		return contact.Contact{}, "isActive: must be true or false"
	}
	in.Phones = append(in.Phones, contact.PhoneInput{Phone: row["phone"], PhoneCC: row["phoneCC"]})
	if row["phone2"] != "" {
		in.Phones = append(in.Phones, contact.PhoneInput{Phone: row["phone2"]})
	}
	for _, name := range []string{"email", "email2"} {
		if row[name] != "" {
			in.Emails = append(in.Emails, contact.EmailInput{Email: row[name]})
		}
	}
	in.Addresses = append(in.Addresses, contact.AddressInput{
		PostalAddress: contact.PostalAddress{
			Line1: row["line1"], Line2: row["line2"], Landmark: row["landmark"],
			City: row["city"], State: row["state"], Country: row["country"], PinCode: row["pinCode"],
		},
	})
	in.Tags = strings.FieldsFunc(row["tags"], func(r rune) bool { return r == ';' || r == '|' })
	c, faults := contact.Parse(in)
	if len(faults) > 0 {
		return c, faults[0].Field + ": " + faults[0].Message
	}
	return c, ""
}
