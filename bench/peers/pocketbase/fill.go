package main

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

// fill writes all in one transaction, as an import by SQL does, and the owners of the firms as
// users.
func fill(app core.App, data *dataset.Data, password string) error {
	admins, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		return err
	}
	admin := core.NewRecord(admins)
	admin.SetEmail("admin@firmhub.example")
	admin.SetPassword(password)
	if err := app.Save(admin); err != nil {
		return err
	}
	err = app.RunInTransaction(func(tx core.App) error {
		w := &writer{app: tx}
		tags := map[dataset.Tag]string{}
		for _, f := range data.Firms {
			w.insert("firms", dbx.Params{"id": dataset.PocketID(f.ID), "name": f.Name})
		}
		for _, t := range data.Tags {
			tags[dataset.Tag{FirmID: t.FirmID, Name: t.Name}] = dataset.PocketID(t.ID)
			w.insert("tags", dbx.Params{"id": dataset.PocketID(t.ID), "firm": dataset.PocketID(t.FirmID), "name": t.Name})
		}
		for _, c := range data.Contacts {
			w.contact(&c, tags)
		}
		return w.err
	})
	if err != nil {
		return err
	}
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	for _, f := range data.Firms {
		owner := core.NewRecord(users)
		owner.SetEmail(f.Email)
		owner.SetPassword(password)
		owner.SetVerified(true)
		owner.Set("firm", dataset.PocketID(f.ID))
		if err := app.Save(owner); err != nil {
			return err
		}
	}
	_, err = app.DB().NewQuery("ANALYZE").Execute()
	return err
}

// writer inserts rows until one fails.
type writer struct {
	app  core.App
	made int
	err  error
}

func (w *writer) insert(table string, row dbx.Params) {
	if w.err == nil {
		_, w.err = w.app.DB().Insert(table, row).Execute()
	}
}

func (w *writer) contact(c *dataset.Contact, tags map[dataset.Tag]string) {
	firm, id := dataset.PocketID(c.FirmID), c.PocketID()
	chosen := types.JSONArray[string]{}
	for _, name := range c.Tags {
		chosen = append(chosen, tags[dataset.Tag{FirmID: c.FirmID, Name: name}])
	}
	w.insert("contacts", dbx.Params{
		"id": id, "firm": firm, "firstName": c.FirstName, "lastName": c.LastName, "gender": value(c.Gender), "isActive": c.IsActive,
		"profilePic": value(c.ProfilePic), "tags": chosen, "created": stamp(c.CreatedAt), "updated": stamp(c.UpdatedAt),
	})
	for _, p := range c.Phones {
		w.insert("phones", dbx.Params{
			"id": w.id(), "firm": firm, "contact": id, "type": p.Type, "phone": p.Phone, "phoneCC": p.PhoneCC, "isPrimary": p.IsPrimary,
		})
	}
	for _, e := range c.Emails {
		w.insert("emails", dbx.Params{
			"id": w.id(), "firm": firm, "contact": id, "type": e.Type, "email": e.Email, "isPrimary": e.IsPrimary,
		})
	}
	for _, a := range c.Addresses {
		w.insert("addresses", dbx.Params{
			"id": w.id(), "firm": firm, "contact": id, "type": a.Type, "line1": a.Line1, "line2": a.Line2, "landmark": a.Landmark,
			"city": a.City, "state": a.State, "country": a.Country, "pinCode": a.PinCode,
		})
	}
}

func (w *writer) id() string {
	w.made++
	return fmt.Sprintf("p%014d", w.made)
}

func stamp(t time.Time) string { return t.UTC().Format(types.DefaultDateLayout) }

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
