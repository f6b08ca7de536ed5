package main

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// ownFirm is the rule of all collections: the record belongs to the firm of the user, who is read
// with each request.
const ownFirm = `@request.auth.id != "" && firm = @request.auth.firm`

func makeCollections(app core.App) error {
	firms := core.NewBaseCollection("firms")
	firms.Fields.Add(&core.TextField{Name: "name", Required: true})
	if err := app.Save(firms); err != nil {
		return err
	}
	toFirm := func() core.Field {
		return &core.RelationField{Name: "firm", CollectionId: firms.Id, MaxSelect: 1, Required: true}
	}
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	users.Fields.Add(toFirm())
	if err := app.Save(users); err != nil {
		return err
	}
	add := func(name string, indexes [][2]string, fields ...core.Field) (*core.Collection, error) {
		c := core.NewBaseCollection(name)
		c.Fields.Add(toFirm())
		c.Fields.Add(fields...)
		c.ListRule, c.ViewRule, c.CreateRule = types.Pointer(ownFirm), types.Pointer(ownFirm), types.Pointer(ownFirm)
		for _, index := range indexes {
			c.AddIndex(index[0], false, index[1], "")
		}
		return c, app.Save(c)
	}
	tags, err := add("tags", [][2]string{{"tags_firm", "firm, name"}}, text("name"))
	if err != nil {
		return err
	}
	contacts, err := add("contacts", [][2]string{{"contacts_newest", "firm, created DESC, id DESC"}},
		text("firstName"), text("lastName"), text("gender"), &core.BoolField{Name: "isActive"}, text("profilePic"),
		&core.RelationField{Name: "tags", CollectionId: tags.Id, MaxSelect: 50},
		&core.AutodateField{Name: "created", OnCreate: true}, &core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true})
	if err != nil {
		return err
	}
	toContact := func() core.Field {
		return &core.RelationField{Name: "contact", CollectionId: contacts.Id, MaxSelect: 1, Required: true, CascadeDelete: true}
	}
	if _, err := add("phones", [][2]string{{"phones_contact", "contact"}}, toContact(), &core.NumberField{Name: "type"},
		text("phone"), text("phoneCC"), &core.BoolField{Name: "isPrimary"}); err != nil {
		return err
	}
	if _, err := add("emails", [][2]string{{"emails_contact", "contact"}}, toContact(), &core.NumberField{Name: "type"},
		text("email"), &core.BoolField{Name: "isPrimary"}); err != nil {
		return err
	}
	_, err = add("addresses", [][2]string{{"addresses_contact", "contact"}}, toContact(), &core.NumberField{Name: "type"},
		text("line1"), text("line2"), text("landmark"), text("city"), text("state"), text("country"), text("pinCode"))
	return err
}

func text(name string) core.Field { return &core.TextField{Name: name} }
