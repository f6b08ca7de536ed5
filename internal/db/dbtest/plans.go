package dbtest

import (
	"bufio"
	"encoding/binary"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Plans are the plans of statements. auto_explain sends them to the client as notices. A proxy
// between client and server removes them, so that the code under test sees no difference.
type Plans struct {
	mu     sync.Mutex
	count  int
	across map[string]bool
}

// acrossFirms are parts of the statements that may read several partitions, with the reasons.
var acrossFirms = []struct{ statement, reason string }{
	{`FROM "memberships" WHERE ("memberships"."firm_id" IN (`, "the memberships of one person: it names the person's firms"},
	{`FROM "memberships" WHERE (("memberships"."firm_id" IN (`, "likewise"},
	{`FROM "roles" WHERE "roles"."firm_id" IN (`, "the roles of a person's invitations: it names their firms"},
	{`FROM "firms" WHERE "firms"."id" IN (`, "the firms of a person's memberships and sessions"},
	{`FROM "roles" WHERE "roles"."id" = $1 LIMIT 2`, "the super-firm writes a policy rule: does the role exist in any firm?"},
	{`FROM "api_clients" WHERE "api_clients"."id" = $1 LIMIT 2`, "likewise for an API client"},
	{`FROM "firms" ORDER BY`, "the super-firm lists firms"},
	{`FROM "firms" WHERE "firms"."name_key" LIKE`, "likewise"},
	{`FROM "firms" WHERE "firms"."is_active"`, "likewise"},
	{`SELECT COUNT("firms"."id") FROM "firms"`, "the super-firm counts firms"},
	{`FROM firms f JOIN wallets w ON w.firm_id = f.id LEFT JOIN`, "a page of the wallets of firms: it names the firms"},
	{`FROM wallets w JOIN firms f ON f.id = w.firm_id GROUP BY`, "the super-firm's dashboard: the balances of all firms"},
	{`FROM wallet_days d JOIN wallets w ON w.firm_id = d.firm_id WHERE d.utc_day`, "likewise the counts of days; and a task closes a day"},
	{`SELECT utc_day FROM wallet_days WHERE utc_day > $1`, "the task looks for a day to close"},
	{`SELECT c.firm_id FROM message_clocks c JOIN firms f`, "a task looks for a firm with another time zone"},
	{`SELECT firm_id FROM notifications WHERE created_at < $1`, "retention looks for a firm with something to delete"},
	{`SELECT firm_id FROM wallet_keys WHERE created_at < $1`, "likewise for idempotency keys"},
	{`SELECT firm_id FROM message_keys WHERE occurred_at < $1`, "likewise for messages"},
	{`SELECT firm_id, last, expired FROM notification_sequences WHERE firm_id = ANY($1)`, "is there something to deliver? It names the firms"},
}

// Across returns the statements that read several partitions and are not among those that may.
func (p *Plans) Across() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var found []string
	for statement := range p.across {
		if !slices.ContainsFunc(acrossFirms, func(may struct{ statement, reason string }) bool {
			return strings.Contains(statement, may.statement)
		}) {
			found = append(found, statement)
		}
	}
	slices.Sort(found)
	return found
}

// Count returns the number of plans.
func (p *Plans) Count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}

var (
	planOf      = regexp.MustCompile(`(?s)^duration: .*?plan:\s*Query Text: (.*)$`)
	partitionOf = regexp.MustCompile(`\b` + partition + `([01])_\w+`)
	space       = regexp.MustCompile(`\s+`)
	planLine    = regexp.MustCompile(`\n\S[^\n]*\(cost=`)
)

// add adds a notice if it is a plan.
func (p *Plans) add(notice string) {
	match := planOf.FindStringSubmatch(notice)
	if match == nil {
		return
	}
	text, plan := match[1], ""
	if at := planLine.FindStringIndex(text); at != nil {
		text, plan = text[:at[0]], text[at[0]:]
	}
	read := map[string]bool{}
	for _, found := range partitionOf.FindAllStringSubmatch(plan, -1) {
		read[found[1]] = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	if len(read) > 1 {
		if p.across == nil {
			p.across = map[string]bool{}
		}
		p.across[strings.TrimSpace(space.ReplaceAllString(text, " "))] = true
	}
}

const (
	noticeResponse = 'N'
	messageField   = 'M'
	headerSize     = 5 // a type, and the length with itself
)

// forward copies the messages of the server, except for notices, which it keeps.
func (p *Plans) forward(client io.Writer, server io.Reader) error {
	from, to := bufio.NewReaderSize(server, 1<<16), bufio.NewWriterSize(client, 1<<16)
	for {
		var header [headerSize]byte
		if _, err := io.ReadFull(from, header[:]); err != nil {
			return err
		}
		size := int64(binary.BigEndian.Uint32(header[1:])) - headerSize + 1
		if header[0] == noticeResponse {
			body := make([]byte, size)
			if _, err := io.ReadFull(from, body); err != nil {
				return err
			}
			for field := range strings.SplitSeq(string(body), "\x00") {
				if field != "" && field[0] == messageField {
					p.add(field[1:])
				}
			}
		} else {
			_, _ = to.Write(header[:])
			if _, err := io.CopyN(to, from, size); err != nil {
				return err
			}
		}
		if from.Buffered() == 0 {
			if err := to.Flush(); err != nil {
				return err
			}
		}
	}
}
