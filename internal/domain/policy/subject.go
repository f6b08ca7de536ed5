package policy

import (
	"context"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
)

// Subject is a user or an API client in a firm.
type Subject struct {
	UserID, APIClientID *uuid.UUID
	Name                string
	// FirmID and FirmName are nil for the visits of a user of the super-firm to all firms that no
	// rule names.
	FirmID   *uuid.UUID
	FirmName *string
}

// newSubject returns a subject whose zero ids are nil.
func newSubject(firmID, userID, clientID uuid.UUID) *Subject {
	return &Subject{FirmID: unlessZero(firmID), UserID: unlessZero(userID), APIClientID: unlessZero(clientID)}
}

func unlessZero(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// list counts the subjects of the effects, and lists the first of them.
func (out *Rehearsal) list(ctx context.Context, d *db.DB, found *authz.Rehearsal) error {
	for _, e := range found.Effects {
		subjects := []*Subject{newSubject(e.FirmID, e.UserID, e.APIClientID)}
		count := 1
		if e.RoleID != uuid.Nil {
			var err error
			if subjects, err = holders(ctx, d, e, found.Named, maxListed-len(out.Subjects)); err != nil {
				return err
			}
			count = e.Holders
		}
		out.SubjectCount += count
		for _, s := range subjects {
			if len(out.Subjects) < maxListed {
				out.Subjects = append(out.Subjects, &SubjectEffect{Subject: s, Gained: namesOf(e.Gained), Lost: namesOf(e.Lost)})
			}
		}
	}
	return nil
}

// holders returns the first holders of a role whom no rule names.
func holders(ctx context.Context, d *db.DB, e authz.Effect, named []uuid.UUID, most int) (subjects []*Subject, err error) {
	if most == 0 {
		return nil, nil
	}
	found, err := d.Client.Membership.Query().Where(authz.ActiveHolders(e.FirmID)...).Where(membership.RoleID(e.RoleID), isNotAmong(named)).
		Order(membership.ByID()).Limit(most).Select(membership.FieldID, membership.FieldUserID).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the holders of a role: %w", err)
	}
	for _, m := range found {
		subjects = append(subjects, newSubject(e.FirmID, m.UserID, uuid.Nil))
	}
	return subjects, nil
}

func isNotAmong(users []uuid.UUID) predicate.Membership {
	return func(s *entsql.Selector) {
		ids := make([]any, len(users))
		for i, id := range users {
			ids[i] = id
		}
		s.Where(entsql.NotIn(s.C(membership.FieldUserID), ids...))
	}
}

func namesOf(permissions []authz.Permission) []string {
	names := make([]string, 0, len(permissions))
	for _, p := range permissions {
		names = append(names, p.String())
	}
	return names
}

// name adds the names of the listed subjects and their firms.
func (out *Rehearsal) name(ctx context.Context, d *db.DB) error {
	subjects := make([]*Subject, 0, len(out.Subjects)+len(out.Calls))
	for _, e := range out.Subjects {
		subjects = append(subjects, e.Subject)
	}
	for _, e := range out.Calls {
		subjects = append(subjects, e.Subject)
	}
	var users, clients, firms []uuid.UUID
	for _, s := range subjects {
		if s.UserID != nil {
			users = append(users, *s.UserID)
		} else {
			clients = append(clients, *s.APIClientID)
		}
		if s.FirmID != nil {
			firms = append(firms, *s.FirmID)
		}
	}
	members, err := d.Client.Membership.Query().Where(membership.UserIDIn(users...)).Order(membership.ByID()).
		Select(membership.FieldFirmID, membership.FieldUserID, membership.FieldFirstName, membership.FieldLastName).All(ctx)
	if err != nil {
		return fmt.Errorf("read the names of people: %w", err)
	}
	keys, err := d.Client.APIClient.Query().Where(apiclient.IDIn(clients...)).Select(apiclient.FieldID, apiclient.FieldName).All(ctx)
	if err != nil {
		return fmt.Errorf("read the names of API clients: %w", err)
	}
	named, err := d.Client.Firm.Query().Where(firm.IDIn(firms...)).Select(firm.FieldID, firm.FieldName).All(ctx)
	if err != nil {
		return fmt.Errorf("read the names of firms: %w", err)
	}
	for _, s := range subjects {
		for _, f := range named {
			if s.FirmID != nil && *s.FirmID == f.ID {
				s.FirmName = &f.Name
			}
		}
		for _, k := range keys {
			if s.APIClientID != nil && *s.APIClientID == k.ID {
				s.Name = k.Name
			}
		}
		s.nameMember(members)
	}
	return nil
}

// nameMember sets the name of a user: that in the firm, or for a visitor another one.
func (s *Subject) nameMember(members []*ent.Membership) {
	for _, m := range members {
		isIn := s.FirmID != nil && *s.FirmID == m.FirmID
		if s.UserID != nil && *s.UserID == m.UserID && (s.Name == "" || isIn) {
			s.Name = m.FirstName + " " + m.LastName
		}
	}
}
