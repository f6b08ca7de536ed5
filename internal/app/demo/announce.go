package demo

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	messagecampaign "github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/realtime/broker"
)

// announced is how many contacts the campaign of a firm is for. The first ones are left out: their
// conversations end with what they said.
const announced, unannounced = 40, 20

// announce executes a campaign of the firm of ctx to some contacts, by its sandbox channel.
// The server sends it, and it is completed after a few seconds.
func announce(ctx context.Context, d *db.DB, name string, of demoTemplate) (err error) {
	channels, err := db.All[uuid.UUID](d.InFirm(ctx), "SELECT id FROM channels WHERE firm_id = $1 AND is_default AND kind = 'Sandbox'")
	if err != nil || len(channels) == 0 {
		return err
	}
	templates, err := db.All[uuid.UUID](d.InFirm(ctx), "SELECT id FROM templates WHERE firm_id = $1 AND name = $2", of.name)
	if err != nil || len(templates) == 0 {
		return err
	}
	contacts, err := db.All[uuid.UUID](d.InFirm(ctx),
		"SELECT id FROM contacts WHERE firm_id = $1 AND deleted_at IS NULL ORDER BY created_at, id LIMIT $2 OFFSET $3", announced, unannounced)
	if err != nil || len(contacts) == 0 {
		return err
	}
	parameters, err := json.Marshal(parametersOf(of))
	if err != nil {
		return err
	}
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	ledger := wallet.NewLedger(d, center, events)
	defer func() { err = errors.Join(err, ledger.Close(context.WithoutCancel(ctx)), events.Close()) }()
	manager := messagecampaign.NewManager(d, ledger, messaging.NewManager(d, ledger, center, messaging.Config{}), center)
	made, err := manager.Create(ctx, messagecampaign.CreateInput{
		Name: name, ChannelID: channels[0], TemplateID: templates[0], Parameters: parameters,
		Audience: messagecampaign.Audience{ContactIDs: contacts},
	})
	if err != nil {
		return err
	}
	_, err = manager.Execute(ctx, made.ID)
	return err
}

// parametersOf takes the parameters of a template from the fields of contacts with their names, and
// the others from their examples.
func parametersOf(of demoTemplate) map[string]messagecampaign.Parameter {
	all := map[string]messagecampaign.Parameter{}
	for _, p := range of.parameters {
		if p.Name == "firstName" {
			all[p.Name] = messagecampaign.Parameter{Field: &p.Name}
		} else {
			all[p.Name] = messagecampaign.Parameter{Text: &p.Example}
		}
	}
	return all
}
