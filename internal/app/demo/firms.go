// Package demo fills a database with two demo firms. They have people with different roles, made-up
// contacts and messages, and wallets with the payments and charges of the last months.
package demo

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/firmname"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Password is the password of everybody in the demo.
const Password = "Try-firmhub-1" //nolint:gosec // no secret

// Login is a user of the demo. The password is [Password].
type Login struct {
	Name, Email, Firm, Role string
}

// Logins lists the people of the demo. A person who works for both firms is listed twice.
func Logins() []Login {
	var all []Login
	for _, f := range firms() {
		for _, p := range f.people {
			all = append(all, Login{Name: p.first + " " + p.last, Email: p.email, Firm: f.name, Role: p.role})
		}
	}
	return all
}

// Firms creates the firms of the demo with their roles, people, contacts, plans and wallets, all of
// it or nothing. made is false if one of them already exists. It returns Conflict if there are
// other firms beside the super-firm: the people of the demo have a password that everybody knows,
// and its plans become those of their currencies. Only the operator of firmhub may call it. It
// crosses firms by itself.
func Firms(ctx context.Context, d *db.DB, hash user.Hash) (made bool, err error) {
	defer fault.Wrap(&err, "demo.Firms")
	for _, f := range firms() {
		_, err := firm.Find(ctx, d, f.name)
		if err == nil {
			return false, nil
		}
		if !fault.Is(err, fault.NotFound) {
			return false, err
		}
	}
	if others, err := d.Client.FirmName.Query().Where(firmname.IsSuperFirm(false)).Exist(rule.AcrossFirms(ctx, "make the demo")); err != nil {
		return false, err
	} else if others {
		return false, fault.New(fault.Conflict, "The database has firms. The demo, whose passwords everybody knows, needs a database without any.")
	}
	// Everybody has the same password, so it is hashed once, before the transaction.
	hashed, err := hash(ctx, Password)
	if err != nil {
		return false, err
	}
	same := func(context.Context, string) (string, error) { return hashed, nil } //nolint:unparam // a user.Hash
	err = d.Tx(ctx, func(ctx context.Context) error {
		if err := makePlans(ctx, d); err != nil {
			return err
		}
		for _, f := range firms() {
			if err := f.make(ctx, d, same); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
		}
		return nil
	})
	return err == nil, err
}

type demoFirm struct {
	name, currency, timeZone string
	roles                    []role.CreateInput
	// people begin with the owner.
	people   []person
	contacts int
	mix      Mix
	// threshold is the balance below which the firm is warned. The firm then tops up its wallet by
	// topUp.
	threshold, topUp money.Amount
	campaigns        []campaign
	templates        []demoTemplate
	exchanges        []exchange
}

type person struct{ first, last, email, role string }

func (p person) input() user.CreateInput {
	return user.CreateInput{FirstName: p.first, LastName: p.last, Email: p.email, Password: Password}
}

func firms() []demoFirm {
	// A freelancer who works for both firms, to try the change of firms with.
	priya := person{"Priya", "Raman", "priya@raman.example", "Marketing"}
	marketing := role.CreateInput{
		Name:        "Marketing",
		Description: "Plans campaigns and reads the figures.",
		Permissions: []string{
			"Contact:View", "Contact:Import", "Contact:ChangeTag",
			"MessagingTemplate:View", "MessagingTemplate:Create", "MessagingTemplate:Edit",
			"MessagingCampaign:View", "MessagingCampaign:Create", "MessagingCampaign:Edit", "MessagingCampaign:Execute",
			"MessagingAnalytics:View", "MessagingAnalytics:Limit", "Dashboard:View", "Wallet:View",
		},
	}
	return []demoFirm{
		{
			name: "Torrefação Bela Vista", currency: "BRL", timeZone: "America/Sao_Paulo", mix: Americas, contacts: 1200, templates: portugueseTemplates(),
			exchanges: portugueseExchanges(),
			threshold: 300 * money.Unit, topUp: 2000 * money.Unit,
			campaigns: []campaign{
				{"Café da semana", pricingprice.CategoryMarketing, 320},
				{"Pedidos enviados", pricingprice.CategoryUtility, 140},
				{"Clube de assinantes", pricingprice.CategoryMarketing, 180},
			},
			roles: []role.CreateInput{
				{
					Name:        "Sales",
					Description: "Looks after cafés, shops and online orders.",
					Permissions: []string{
						"Contact:View", "Contact:Create", "Contact:Edit", "Contact:Delete", "Contact:Import",
						"Contact:ChangeTag", "MessagingChat:View", "MessagingChat:SendMessage",
						"MessagingChat:SendTemplate", "MessagingChat:StartConversation", "MessagingTemplate:View", "Dashboard:View",
					},
				},
				{
					Name:        "Bookkeeping",
					Description: "Sees what messages cost.",
					Permissions: []string{"Wallet:View", "MessagingAnalytics:View"},
				},
				marketing,
			},
			people: []person{
				{"Helena", "Duarte", "helena@belavista.example", role.Owner},
				{"Rafael", "Nogueira", "rafael@belavista.example", "Sales"},
				{"Yuki", "Tanaka", "yuki@belavista.example", "Bookkeeping"},
				priya,
			},
		},
		{
			name: "Weitblick Reisen", currency: "EUR", timeZone: "Europe/Berlin", mix: Eurasia, contacts: 800, templates: germanTemplates(),
			exchanges: germanExchanges(),
			threshold: 100 * money.Unit, topUp: 500 * money.Unit,
			campaigns: []campaign{
				{"Frühbucher", pricingprice.CategoryMarketing, 260},
				{"Reiseunterlagen", pricingprice.CategoryUtility, 120},
				{"Restplätze", pricingprice.CategoryMarketing, 150},
				{"Erinnerung vor der Reise", pricingprice.CategoryUtility, 90},
			},
			roles: []role.CreateInput{
				{
					Name:        "Guest service",
					Description: "Answers guests before and during their journeys.",
					Permissions: []string{
						"Contact:View", "Contact:Create", "Contact:Edit", "Contact:ChangeTag",
						"MessagingChat:View", "MessagingChat:SendMessage", "MessagingChat:SendTemplate",
						"MessagingChat:StartConversation", "MessagingTemplate:View",
					},
				},
				{
					Name:        "Tour guide",
					Description: "Looks up the guests of a tour.",
					Permissions: []string{"Contact:View", "MessagingChat:View"},
				},
				marketing,
			},
			people: []person{
				{"Annika", "Vogel", "annika@weitblick.example", role.Owner},
				{"Mateusz", "Kowalczyk", "mateusz@weitblick.example", "Guest service"},
				{"Leyla", "Aydın", "leyla@weitblick.example", "Tour guide"},
				priya,
			},
		},
	}
}

var errNoPeople = errors.New("a firm of the demo has no owner")

func (f demoFirm) make(ctx context.Context, d *db.DB, hash user.Hash) error {
	if len(f.people) == 0 {
		return errNoPeople
	}
	owner := f.people[0]
	created, err := firm.Create(ctx, d, hash, firm.CreateInput{
		Name: f.name, Currency: f.currency, TimeZone: f.timeZone, LowBalanceThreshold: &f.threshold,
		Owner: user.OwnerInput{FirstName: owner.first, LastName: owner.last, Email: owner.email, Password: Password},
	})
	if err != nil {
		return err
	}
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: created.ID})
	if err := channel.Seed(ctx, d, "Sandbox"); err != nil {
		return err
	}
	if err := addTemplates(ctx, d, f.templates); err != nil {
		return err
	}
	roles := map[string]uuid.UUID{}
	for _, in := range f.roles {
		made, err := role.Create(ctx, d, in)
		if err != nil {
			return err
		}
		roles[made.Name] = made.ID
	}
	for _, p := range f.people[1:] {
		if _, _, err := user.Join(ctx, d, hash, created.ID, roles[p.role], p.input()); err != nil {
			return err
		}
	}
	if err := fillWallet(ctx, d, created.ID, f); err != nil {
		return err
	}
	if err := FillContacts(ctx, d, f.mix, f.contacts-1); err != nil {
		return err
	}
	if _, err := contact.Create(ctx, d, answering()); err != nil {
		return err
	}
	zone, err := calendar.Zone(f.timeZone)
	if err != nil {
		return err
	}
	return FillMessages(ctx, d, zone)
}
