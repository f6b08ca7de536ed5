package template

import (
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Category is what messages of a template are charged as.
type Category = pricingprice.Category

// Content is what a version of a template says.
type Content struct {
	Category Category             `json:"category"`
	Header   *provider.FormHeader `json:"header,omitempty"`
	Body     string               `json:"body"`
	Footer   *string              `json:"footer,omitempty"`
	Buttons  []*Button            `json:"buttons,omitempty"`
	// Subject and HTML are for mail.
	Subject *string `json:"subject,omitempty"`
	HTML    *string `json:"html,omitempty"`
	// Parameters are those that stand in the texts, each with an example.
	Parameters []*Parameter `json:"parameters,omitempty"`
}

type (
	// Header is the header of a template.
	Header = provider.FormHeader
	// Button is a button of a template.
	Button = provider.FormButton
	// Parameter is a parameter of a template.
	Parameter = provider.FormParameter
)

// UnsubscribeURL is the parameter that firmhub itself fills in: where the recipient of a mail ends
// further ones.
const UnsubscribeURL = "unsubscribeUrl"

// texts returns the texts that may have parameters, by their fields.
func (c *Content) texts() map[string]string {
	texts := map[string]string{"body": c.Body, "subject": text(c.Subject), "html": text(c.HTML)}
	if c.Header != nil {
		texts["header.text"] = c.Header.Text
	}
	for i, button := range c.Buttons {
		texts[item("buttons", i, "value")] = button.Value
	}
	return texts
}

// form returns the content as its provider gets it.
func (t *Template) form() provider.Form {
	form := provider.Form{
		Name: t.Name, Language: t.Language, Category: string(t.Category), Header: t.Header, Body: t.Body, Footer: text(t.Footer),
		Buttons: t.Buttons, Parameters: t.Parameters, ProviderID: text(t.ProviderID),
	}
	if t.isCode(t.Kind) {
		form.CodeMinutes = t.codeMinutes()
	}
	return form
}

// contentOf returns the content of a template of a provider.
func contentOf(form provider.Form) Content {
	return Content{
		Category: Category(form.Category), Header: form.Header, Body: form.Body, Footer: given(form.Footer), Buttons: form.Buttons,
		Parameters: form.Parameters,
	}
}
