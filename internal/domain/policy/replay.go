package policy

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
)

// maxReplayed limits the sums of calls that are read for one subject, or for the holders of a role.
const maxReplayed = 10_000

// calls are the calls of the last 30 days of a subject that needed a permission, with one outcome.
type calls struct {
	FirmID    uuid.UUID `sql:"firm_id"`
	SubjectID uuid.UUID `sql:"subject_id"`
	Module    string    `sql:"module"`
	Action    string    `sql:"action"`
	Allowed   bool      `sql:"allowed"`
	Calls     int       `sql:"calls"`
}

const (
	selectCalls = "SELECT firm_id, subject_id, module, action, allowed, CAST(SUM(calls) AS bigint) AS calls FROM decision_counts WHERE "
	groupCalls  = " GROUP BY firm_id, subject_id, module, action, allowed ORDER BY 6 DESC, 1, 2, 3, 4, 5 LIMIT "
)

// replay finds the calls whose outcome the effects change: allowed calls whose permission is lost,
// and refused calls whose permission is gained.
func (out *Rehearsal) replay(ctx context.Context, d *db.DB, found *authz.Rehearsal) error {
	refused, allowed := subjects{}, subjects{}
	for _, e := range found.Effects {
		made, err := callsOf(ctx, d, e)
		if err != nil {
			return fmt.Errorf("read the counts of decisions: %w", err)
		}
		out.IsComplete = out.IsComplete && len(made) < maxReplayed
		for _, c := range made {
			changes, sum, who := e.Lost, &out.Refused, refused
			if !c.Allowed {
				changes, sum, who = e.Gained, &out.Allowed, allowed
			}
			isChanged := slices.ContainsFunc(changes, func(p authz.Permission) bool { return p.Module == c.Module && p.Action == c.Action })
			isNamed := e.RoleID != uuid.Nil && slices.Contains(found.Named, c.SubjectID)
			isOther := slices.Contains(e.Others, c.FirmID)
			if !isChanged || isNamed || isOther {
				continue
			}
			userID, clientID := c.SubjectID, uuid.Nil
			if e.APIClientID != uuid.Nil {
				userID, clientID = uuid.Nil, c.SubjectID
			}
			sum.Calls += c.Calls
			who[c.SubjectID] = clientID != uuid.Nil
			out.Calls = append(out.Calls, &CallEffect{
				Subject:    newSubject(c.FirmID, userID, clientID),
				Permission: authz.Permission{Module: c.Module, Action: c.Action}.String(), IsAllowed: !c.Allowed, Calls: c.Calls,
			})
		}
		// There may be millions of them in all.
		slices.SortStableFunc(out.Calls, func(a, b *CallEffect) int { return cmp.Compare(b.Calls, a.Calls) })
		out.Calls = out.Calls[:min(len(out.Calls), maxListed)]
	}
	out.Refused.count(refused)
	out.Allowed.count(allowed)
	return nil
}

// subjects are different subjects, and whether each is an API client.
type subjects map[uuid.UUID]bool

func (sum *CallSum) count(made subjects) {
	for _, isClient := range made {
		if isClient {
			sum.APIClients++
		} else {
			sum.People++
		}
	}
}

// callsOf returns the calls of the subjects of an effect.
func callsOf(ctx context.Context, d *db.DB, e authz.Effect) ([]calls, error) {
	since, limit := int(firstDay()), strconv.Itoa(maxReplayed)
	if e.FirmID == uuid.Nil {
		days := make([]int, decisionsKept)
		for i := range days {
			days[i] = int(firstDay().Add(i))
		}
		among, list := d.Among("day", 2, days)
		return db.All[calls](d.AcrossFirms(ctx), selectCalls+"subject_id = $1 AND "+among+groupCalls+limit, e.UserID, list)
	}
	if e.RoleID != uuid.Nil { // [authz.ActiveHolders] in SQL. Across firms, since the table of users belongs to none.
		return db.All[calls](d.AcrossFirms(ctx), selectCalls+"firm_id = $1 AND day >= $2 AND subject_id IN ("+
			"SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id AND u.is_active "+
			"WHERE m.firm_id = $1 AND m.role_id = $3 AND m.status = 'Active')"+groupCalls+limit, e.FirmID, since, e.RoleID)
	}
	subject := e.UserID
	if e.APIClientID != uuid.Nil {
		subject = e.APIClientID
	}
	in := d.InFirm(rule.ForFirm(ctx, e.FirmID, "replay the decisions of a firm"))
	return db.All[calls](in, selectCalls+"firm_id = $1 AND day >= $2 AND subject_id = $3"+groupCalls+limit, since, subject)
}
