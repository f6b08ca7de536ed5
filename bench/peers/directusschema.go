package main

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

// describeDirectus describes the relations of the tables to Directus through its API. It makes the
// owners of the firms users whose role may read and create what belongs to their firm.
func describeDirectus(ctx context.Context, s *server, data *dataset.Data) error {
	admin, err := directusToken(ctx, s, "admin@example.com")
	if err != nil {
		return err
	}
	role, policy := uuid.New(), uuid.New()
	calls := []call{
		{http.MethodPost, "/fields/directus_users", map[string]any{"field": "firm", "type": "uuid", "schema": map[string]any{}, "meta": map[string]any{}}},
		{http.MethodPost, "/roles", map[string]any{"id": role, "name": "Member"}},
		{http.MethodPost, "/policies", map[string]any{"id": policy, "name": "Own firm", "admin_access": false, "app_access": false}},
		{http.MethodPost, "/access", map[string]any{"role": role, "policy": policy}},
	}
	ownFirm := map[string]any{"firm_id": map[string]any{"_eq": "$CURRENT_USER.firm"}}
	for _, table := range []string{"contacts", "phones", "emails", "addresses", "tags", "contact_tags"} {
		calls = append(calls,
			// Like firmhub, it does not record who created a contact.
			call{http.MethodPatch, "/collections/" + table, map[string]any{"meta": map[string]any{"accountability": nil}}},
			call{http.MethodPatch, "/fields/" + table + "/id", map[string]any{"meta": map[string]any{"special": []string{"uuid"}}}},
			call{http.MethodPost, "/permissions", map[string]any{
				"policy": policy, "collection": table, "action": "read", "permissions": ownFirm, "fields": []string{"*"},
			}},
			call{http.MethodPost, "/permissions", map[string]any{
				"policy": policy, "collection": table, "action": "create", "validation": ownFirm, "fields": []string{"*"},
				"presets": map[string]any{"firm_id": "$CURRENT_USER.firm"},
			}},
		)
	}
	for _, part := range []string{"phones", "emails", "addresses"} {
		calls = append(calls, alias(part, "o2m"), relation(part, "contact_id", "contacts", map[string]any{"one_field": part}))
	}
	calls = append(calls, alias("tags", "m2m"),
		relation("contact_tags", "contact_id", "contacts", map[string]any{"one_field": "tags", "junction_field": "tag_id"}),
		relation("contact_tags", "tag_id", "tags", map[string]any{"junction_field": "contact_id"}))
	for _, f := range data.Firms {
		calls = append(calls, call{http.MethodPost, "/users", map[string]any{"email": f.Email, "password": password, "role": role, "firm": f.ID}})
	}
	for _, c := range calls {
		if err := s.ask(ctx, admin, c, nil); err != nil {
			return err
		}
	}
	return nil
}

func alias(name, special string) call {
	return call{http.MethodPost, "/fields/contacts", map[string]any{
		"field": name, "type": "alias", "meta": map[string]any{"special": []string{special}},
	}}
}

// relation adds to a foreign key, which Directus finds by itself.
func relation(table, field, to string, meta map[string]any) call {
	return call{http.MethodPatch, "/relations/" + table + "/" + field, map[string]any{
		"collection": table, "field": field, "related_collection": to, "meta": meta,
	}}
}
