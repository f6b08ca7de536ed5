package messaging

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// confirmations are the texts that confirm an opt-out, with the name of the firm, by the word in
// Portuguese or Spanish; "" is the one for all others.
var confirmations = map[string]string{
	"":     "%s: you will get no more marketing messages from us. Write START to get them again.",
	"PARE": portuguese, "PARAR": portuguese, "SAIR": portuguese, "BAJA": spanish, "ALTO": spanish,
}

const (
	portuguese = "%s: você não receberá mais mensagens de marketing. Escreva START para voltar a receber."
	spanish    = "%s: no recibirás más mensajes de marketing. Escribe START para volver a recibirlos."
)

// confirmed returns those of the opt-outs by words that have changed a state, so that a repeated
// one is confirmed once. A message that says it for several addresses is there once.
func (c *changes) confirmed(said []consent.Said) (optOuts []consent.Said) {
	seen := map[uuid.UUID]bool{}
	for _, each := range said {
		isByWord := each.Source == consent.FromWord && each.State == consent.OptedOut
		if isByWord && !seen[each.Message] && slices.Contains(c.changedBy, each.Message) {
			seen[each.Message] = true
			optOuts = append(optOuts, each)
		}
	}
	return optOuts
}

// confirm sends people the confirmation that they have opted out. By SMS the carrier or the
// provider does that, and the number sends them nothing more.
func (m *Manager) confirm(ctx context.Context, all []consent.Said) error {
	for _, said := range all {
		var kind, name string
		found, err := m.db.InFirm(ctx).Row([]any{&kind, &name}, `
SELECT c.kind, f.name FROM channels c JOIN firms f ON f.id = c.firm_id
WHERE c.firm_id = $1 AND f.id = $1 AND c.id = $2 AND c.deleted_at IS NULL`, said.Channel)
		if err != nil {
			return err
		}
		if !found || provider.Kind(kind) != provider.WhatsApp && provider.Kind(kind) != provider.Sandbox {
			continue
		}
		text, ok := confirmations[said.Word]
		if !ok {
			text = confirmations[""]
		}
		result, err := m.Send(ctx, SendInput{Messages: []*SendMessage{{
			ChannelID: &said.Channel, To: &said.Address.Value, Body: fmt.Sprintf(text, name), Category: new(pricingprice.CategoryService),
			Reference: new("opt-out " + said.Message.String()), isReply: true,
		}}}, Rights{Write: true})
		if err != nil {
			return err
		}
		for _, rejected := range result.Rejected {
			slog.WarnContext(ctx, "the confirmation of an opt-out is not sent", "message", said.Message, "code", rejected.Code)
		}
	}
	return nil
}
