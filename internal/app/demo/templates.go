package demo

import (
	"context"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	messagetemplate "github.com/firmhub/firmhub/internal/domain/messaging/template"
)

// demoTemplate is a template of the sandbox. Its parameters have the names of fields of contacts
// where they can.
type demoTemplate struct {
	name, language, body string
	category             pricingprice.Category
	parameters           []*messagetemplate.Parameter
}

func portugueseTemplates() []demoTemplate {
	return []demoTemplate{
		{
			"cafe_da_semana", "pt_BR", "Olá {{firstName}}! O café desta semana é {{cafe}}. Quer que a gente separe um pacote para você?",
			pricingprice.CategoryMarketing, named("firstName", "Ana", "cafe", "Sul de Minas, torra média"),
		},
		{
			"pedido_enviado", "pt_BR", "{{firstName}}, o seu pedido {{pedido}} saiu para entrega.",
			pricingprice.CategoryUtility, named("firstName", "Ana", "pedido", "4711"),
		},
		{
			"codigo", "pt_BR", "{{codigo}} é o seu código da Bela Vista.", pricingprice.CategoryAuthentication, named("codigo", "123456"),
		},
	}
}

func germanTemplates() []demoTemplate {
	return []demoTemplate{
		{
			"herbstangebot", "de", "Hallo {{firstName}}, diesen Herbst führt Sie {{tour}} zu uns. Sollen wir Ihnen einen Platz freihalten?",
			pricingprice.CategoryMarketing, named("firstName", "Jonas", "tour", "die Tour durch das Elbsandsteingebirge"),
		},
		{
			"buchung", "de", "{{firstName}}, Ihre Buchung {{buchung}} ist bestätigt. Wir freuen uns auf Sie.",
			pricingprice.CategoryUtility, named("firstName", "Jonas", "buchung", "W-2041"),
		},
		{
			"bestaetigung", "de", "{{code}} ist Ihr Code.", pricingprice.CategoryAuthentication, named("code", "123456"),
		},
	}
}

// named returns parameters from names, each followed by its example.
func named(texts ...string) (all []*messagetemplate.Parameter) {
	for i := 0; i < len(texts); i += 2 {
		all = append(all, &messagetemplate.Parameter{Name: texts[i], Example: texts[i+1]})
	}
	return all
}

// addTemplates adds approved templates to the firm of ctx.
func addTemplates(ctx context.Context, d *db.DB, templates []demoTemplate) error {
	manager := messagetemplate.NewManager(d, nil, nil) // which the sandbox does not need
	for _, of := range templates {
		made, err := manager.Create(ctx, messagetemplate.CreateInput{
			Name: of.name, Language: of.language, Kind: new(provider.Sandbox), Category: of.category, Body: of.body, Parameters: of.parameters,
		})
		if err != nil {
			return err
		}
		if _, err := manager.Submit(ctx, made.ID); err != nil {
			return err
		}
	}
	return nil
}
