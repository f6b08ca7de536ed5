package db

import "strings"

// statementsOf returns the statements of a migration one by one. A statement ends with a semicolon
// at the end of a line, unless that is in the body of a function, between $$. PostgreSQL would take
// all of them at once, but Citus passes the text of a command on to its servers, which then refuse
// several.
func statementsOf(migration string) (all []string) {
	var statement strings.Builder
	inBody := false
	for line := range strings.Lines(migration) {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "--") && !inBody {
			continue
		}
		statement.WriteString(line)
		if strings.Count(text, "$$")%2 == 1 {
			inBody = !inBody
		}
		if strings.HasSuffix(text, ";") && !inBody {
			all = append(all, statement.String())
			statement.Reset()
		}
	}
	if strings.TrimSpace(statement.String()) != "" {
		all = append(all, statement.String())
	}
	return all
}
