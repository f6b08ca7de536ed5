package peers_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// contact is a contact of an answer, or a new one, with the names of fields in contacts.sql.
type contact = map[string]any

// parts are the parts of a contact with their fields.
var parts = map[string][]string{
	"phones": {"type", "phone", "phone_cc", "is_primary"}, "emails": {"type", "email", "is_primary"},
	"addresses": {"type", "line1", "line2", "landmark", "city", "state", "country", "pin_code"},
}

// plain writes what every server must answer of contacts in the same way: without ids and times,
// and with the parts in one order.
func plain(contacts []contact) (all [][]string) {
	for _, c := range contacts {
		lines := []string{fieldsOf(c, []string{"first_name", "last_name", "gender", "is_active", "profile_pic"})}
		for _, name := range slices.Sorted(maps.Keys(parts)) {
			var described []string
			for _, part := range list(c[name]) {
				if part, is := part.(map[string]any); is {
					described = append(described, fieldsOf(part, parts[name]))
				}
			}
			slices.Sort(described)
			lines = append(lines, described...)
		}
		var tags []string
		for _, tag := range list(c["tags"]) {
			for link, is := tag.(map[string]any); is; link, is = tag.(map[string]any) {
				tag = cmp.Or(link["name"], link["tag"], link["tag_id"])
			}
			tags = append(tags, fmt.Sprint(tag))
		}
		slices.Sort(tags)
		all = append(all, append(lines, tags...))
	}
	return all
}

// fieldsOf writes fields. PocketBase has no null, but empty texts.
func fieldsOf(in map[string]any, names []string) string {
	values := make([]any, len(names))
	for i, name := range names {
		values[i] = cmp.Or[any](in[name], "")
	}
	return fmt.Sprintf("%#v", values)
}

// list returns the entries of a list or of a connection.
func list(in any) []any {
	if connection, is := in.(map[string]any); is {
		in = connection["nodes"]
	}
	entries, _ := in.([]any)
	return entries
}

// answer contains the contacts of an answer, wherever they are in it, and the number of contacts on
// all pages if the answer has it.
type answer struct {
	contacts []contact
	total    int
}

var (
	fieldName = regexp.MustCompile(`"\w+":`)
	nextWord  = regexp.MustCompile(`[a-z][A-Z]+`)
)

// read reads the answer of any server. The servers differ in how they write the names of fields,
// and in what is around contacts and their parts.
func read(body []byte) (a answer, err error) {
	body = fieldName.ReplaceAllFunc(body, func(name []byte) []byte {
		words := nextWord.ReplaceAllStringFunc(string(name), func(s string) string { return s[:1] + "_" + s[1:] })
		return []byte(strings.ToLower(strings.ReplaceAll(words, "_via_contact_id", ""))) // of PocketBase
	})
	var whole any
	err = json.Unmarshal(body, &whole)
	a.find(whole)
	return a, err
}

func (a *answer) find(in any) {
	switch in := in.(type) {
	case []any:
		for _, one := range in {
			a.find(one)
		}
	case map[string]any:
		if _, is := in["first_name"]; is {
			expanded, _ := in["expand"].(map[string]any) // PocketBase has the ids of tags beside their records.
			maps.Copy(in, expanded)
			a.contacts = append(a.contacts, in)
			return
		}
		for name, one := range in {
			if number, is := one.(float64); is && slices.Contains([]string{"total_count", "total_items", "filter_count"}, name) {
				a.total = int(number)
			}
			a.find(one)
		}
	}
}
