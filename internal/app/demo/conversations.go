package demo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/realtime/broker"
)

// exchange is what a person writes, and what the firm answers: "" for nothing yet.
type exchange struct{ question, answer string }

func portugueseExchanges() []exchange {
	return []exchange{
		{"Oi! Vocês têm café descafeinado?", "Temos sim, o Suave, em grãos ou moído."},
		{"Meu pedido ainda não chegou.", "Ele saiu hoje de manhã e chega até as 18h."},
		{"Qual é o horário da loja no sábado?", "Das 9h às 14h."},
		{"Quero assinar o clube.", "Que ótimo! Segue o link no site, em Clube."},
		{"Vocês entregam em Campinas?", "Entregamos, em dois dias úteis."},
		{"Posso trocar a moagem do próximo pacote?", ""},
		{"Preciso de nota fiscal com CNPJ.", ""},
		{"O café da semana passada estava excelente!", ""},
		{"Tem desconto para cafeterias?", ""},
		{"Bom dia, gostaria de agendar uma visita.", ""},
	}
}

func germanExchanges() []exchange {
	return []exchange{
		{"Guten Tag, sind Hunde auf der Tour erlaubt?", "Ja, an der Leine sind sie willkommen."},
		{"Kann ich meine Buchung um einen Tag verschieben?", "Gern. Sie sind jetzt für den Freitag gebucht."},
		{"Wo ist der Treffpunkt?", "Am Bahnhof, vor dem Haupteingang."},
		{"Gibt es vegetarisches Essen?", "Ja, jeden Abend."},
		{"Wie lange ist die erste Etappe?", "Etwa vierzehn Kilometer, gut fünf Stunden."},
		{"Ich habe keine Bestätigung bekommen.", ""},
		{"Brauche ich feste Schuhe?", ""},
		{"Das Zimmer war wunderbar, vielen Dank!", ""},
		{"Gibt es noch Plätze im Oktober?", ""},
		{"Können wir mit dem Fahrrad kommen?", ""},
	}
}

// prices is a file that the first answer has.
const prices = "item,price\n1,12.50\n2,19.90\n"

// converse makes the exchanges of the firm of ctx with its first contacts, by its sandbox channel.
// The answers wait for the server to send them. Nobody is notified.
func converse(ctx context.Context, d *db.DB, files *file.Store, exchanges []exchange) (err error) {
	channels, err := db.All[uuid.UUID](d.InFirm(ctx), "SELECT id FROM channels WHERE firm_id = $1 AND is_default AND kind = 'Sandbox'")
	if err != nil || len(channels) == 0 {
		return err
	}
	phones, err := db.All[string](d.InFirm(ctx),
		"SELECT e164 FROM contact_phones WHERE firm_id = $1 AND is_primary ORDER BY id LIMIT $2", len(exchanges))
	if err != nil {
		return err
	}
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	ledger := wallet.NewLedger(d, center, events)
	defer func() { err = errors.Join(err, ledger.Close(context.WithoutCancel(ctx)), events.Close()) }()
	messages := messaging.NewManager(d, ledger, center, messaging.Config{})
	messages.SetMedia(media.NewManager(d, files, nil, media.Links{}, nil)) // nothing is fetched

	arrived := make([]provider.Event, len(phones))
	for i, phone := range phones {
		arrived[i].Inbound = &provider.Inbound{
			ProviderID: fmt.Sprintf("demo-question-%d", i), Phone: phone, Kind: "text", Body: exchanges[i].question,
			At: time.Now().Add(-time.Duration(len(phones)-i) * 20 * time.Minute),
		}
	}
	if err := messaging.StoreEvents(ctx, d, channels[0], arrived); err != nil {
		return err
	}
	if _, err := messages.ApplyEvents(ctx); err != nil {
		return err
	}
	inbox := conversation.NewManager(d, center, events, nil) // nothing is assigned
	list, err := inbox.List(ctx, conversation.ListInput{Limit: new(len(phones))})
	if err != nil {
		return err
	}
	menu, err := files.Upload(ctx, upload.File{Name: "prices.csv", Content: strings.NewReader(prices)})
	if err != nil {
		return err
	}
	for i, phone := range phones {
		for _, c := range list.Items {
			if c.Address != phone || exchanges[i].answer == "" {
				continue
			}
			if _, err := inbox.MarkRead(ctx, c.ID); err != nil {
				return err
			}
			in := messaging.ReplyInput{ID: c.ID, Body: exchanges[i].answer}
			if i == 0 {
				in = messaging.ReplyInput{ID: c.ID, Media: &messaging.SendMedia{FileID: menu.ID, Caption: exchanges[i].answer}}
			}
			if _, err := messages.Reply(ctx, c, in, messaging.Rights{Write: true}); err != nil {
				return err
			}
		}
	}
	return nil
}
