package provider

import (
	"cmp"
	"context"
)

// Form is a template as people write it: texts with parameters such as {{name}}.
type Form struct {
	Name, Language, Category string
	Header                   *FormHeader
	Body, Footer             string
	Buttons                  []*FormButton
	Parameters               []*FormParameter
	// CodeMinutes is for how many minutes the code of an Authentication template is valid, or 0.
	// WhatsApp writes the texts of these itself, and takes this and the text of the button alone.
	CodeMinutes int

	// ProviderID is the provider's id of the template, or "" before it is submitted. State and
	// Reason are what the provider has decided. State is "" where Reason is a word of the provider
	// that is not known.
	ProviderID string
	State      TemplateState
	Reason     string
	// Unsendable reports whether the provider's template has a part that firmhub can't send.
	Unsendable bool
}

// CompareNumbers compares the names of numbered parameters.
func CompareNumbers(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// HeaderType is the type of a header.
type HeaderType string

// The types of a header.
const (
	HeaderText     HeaderType = "Text"
	HeaderImage    HeaderType = "Image"
	HeaderDocument HeaderType = "Document"
)

// FormHeader is the header of a template.
type FormHeader struct {
	Type HeaderType `json:"type"`
	// Text is the text, or the https address of the file.
	Text string `json:"text,omitempty"`
	// Numbered reports whether the provider knows the parameter of the text by its position, as
	// those of the body.
	Numbered bool `json:"numbered,omitempty"`
}

// FormButton is a button of a template.
type FormButton struct {
	Type ButtonType `json:"type"`
	Text string     `json:"text"`
	// Value is the address, the phone, the payload or the code.
	Value string `json:"value,omitempty"`
}

// FormParameter is a parameter of a template. Example is a value, for who judges the template.
type FormParameter struct {
	Name    string `json:"name"`
	Example string `json:"example"`
}

// Templater is implemented by an adapter whose provider has to approve templates.
type Templater interface {
	// SubmitTemplate registers a template with the provider, or a new version of one that has a
	// ProviderID. The outcome is Taken, with the ProviderID and the state of the template, or says
	// why not. An outcome that is Unknown can be submitted again: the provider refuses a second
	// template of the same name and language.
	SubmitTemplate(ctx context.Context, account Account, form Form) (Outcome, TemplateState)
	// Templates returns the templates of the account. The outcome is Taken, or says why not.
	Templates(ctx context.Context, account Account) ([]Form, Outcome)
}
