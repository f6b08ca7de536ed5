package whatsapp

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

type (
	// form is a template in the API of the business account.
	form struct {
		ID             httpcall.Text `json:"id,omitempty"`
		Name           string        `json:"name,omitempty"`
		Language       string        `json:"language,omitempty"`
		Category       string        `json:"category"`
		Status         string        `json:"status,omitempty"`
		RejectedReason string        `json:"rejected_reason,omitempty"`
		Format         string        `json:"parameter_format,omitempty"`
		Components     []formPart    `json:"components"`
	}
	formPart struct {
		Type    string       `json:"type"`
		Format  string       `json:"format,omitempty"`
		Text    string       `json:"text,omitempty"`
		Example *examples    `json:"example,omitempty"`
		Buttons []formButton `json:"buttons,omitempty"`
		// These are of Authentication templates, whose texts WhatsApp writes.
		Security bool `json:"add_security_recommendation,omitempty"`
		Minutes  int  `json:"code_expiration_minutes,omitempty"`
	}
	formButton struct {
		Type    string `json:"type"`
		OTPType string `json:"otp_type,omitempty"`
		Text    string `json:"text,omitempty"`
		URL     string `json:"url,omitempty"`
		Phone   string `json:"phone_number,omitempty"`
		Example any    `json:"example,omitempty"`
	}
	// examples are values of the parameters: of a text with numbered ones in their order.
	examples struct {
		HeaderText  []string       `json:"header_text,omitempty"`
		HeaderNamed []namedExample `json:"header_text_named_params,omitempty"`
		BodyText    [][]string     `json:"body_text,omitempty"`
		BodyNamed   []namedExample `json:"body_text_named_params,omitempty"`
	}
	namedExample struct {
		Name    string `json:"param_name"`
		Example string `json:"example"`
	}
)

const (
	named      = "NAMED"
	positional = "POSITIONAL"
)

// placeholder is a parameter in a text of the API.
var placeholder = regexp.MustCompile(`\{\{\s*(\w+)\s*\}\}`)

// isNumber reports whether a parameter is known by its position.
func isNumber(name string) bool {
	_, err := strconv.Atoi(name)
	return err == nil
}

// namesIn returns the names of the parameters of a text, in order.
func namesIn(text string) (names []string) {
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// newForm returns a template as the API takes it. Its parameters are numbered if those of the body
// are.
func newForm(from provider.Form) form {
	if from.Category == authentication {
		return newCodeForm(from)
	}
	filled := form{Name: from.Name, Language: from.Language, Category: strings.ToUpper(from.Category), Format: named}
	inBody := namesIn(from.Body)
	if len(inBody) > 0 && isNumber(inBody[0]) {
		filled.Format = positional
		slices.SortFunc(inBody, provider.CompareNumbers)
	} else if from.Header != nil && from.Header.Numbered {
		filled.Format = positional
	}
	values := make(map[string]string, len(from.Parameters))
	for _, p := range from.Parameters {
		values[p.Name] = p.Example
	}
	examplesOf := func(names []string) (inOrder []string, byName []namedExample) {
		for i, name := range names {
			if slices.Contains(names[:i], name) {
				continue
			}
			inOrder, byName = append(inOrder, values[name]), append(byName, namedExample{name, values[name]})
		}
		return inOrder, byName
	}
	if from.Header != nil {
		part := formPart{Type: "HEADER", Format: "TEXT", Text: from.Header.Text}
		if inOrder, byName := examplesOf(namesIn(part.Text)); len(inOrder) > 0 {
			part.Example = &examples{HeaderNamed: byName}
			if filled.Format == positional {
				part.Text, part.Example = placeholder.ReplaceAllString(part.Text, "{{1}}"), &examples{HeaderText: inOrder}
			}
		}
		filled.Components = append(filled.Components, part)
	}
	body := formPart{Type: "BODY", Text: from.Body}
	if inOrder, byName := examplesOf(inBody); len(inOrder) > 0 {
		body.Example = &examples{BodyNamed: byName}
		if filled.Format == positional {
			body.Example = &examples{BodyText: [][]string{inOrder}}
		}
	}
	filled.Components = append(filled.Components, body)
	if from.Footer != "" {
		filled.Components = append(filled.Components, formPart{Type: "FOOTER", Text: from.Footer})
	}
	if len(from.Buttons) > 0 {
		buttons := formPart{Type: "BUTTONS"}
		for _, button := range from.Buttons {
			buttons.Buttons = append(buttons.Buttons, newFormButton(*button, values))
		}
		filled.Components = append(filled.Components, buttons)
	}
	return filled
}

// authentication is the category of templates with codes.
const authentication = "Authentication"

// newCodeForm returns a template with a code as the API takes it: WhatsApp writes its text, in its
// language. The API shows it as a body with the parameter 1, and a button with an address.
func newCodeForm(from provider.Form) form {
	filled := form{Name: from.Name, Language: from.Language, Category: strings.ToUpper(from.Category)}
	filled.Components = append(filled.Components, formPart{Type: "BODY", Security: true})
	if from.CodeMinutes > 0 {
		filled.Components = append(filled.Components, formPart{Type: "FOOTER", Minutes: from.CodeMinutes})
	}
	buttons := formPart{Type: "BUTTONS"}
	for _, button := range from.Buttons {
		buttons.Buttons = append(buttons.Buttons, formButton{Type: "OTP", OTPType: "COPY_CODE", Text: button.Text})
	}
	filled.Components = append(filled.Components, buttons)
	return filled
}

// fillExamples replaces the parameters of a text by their examples.
func fillExamples(text string, values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		return values[placeholder.FindStringSubmatch(found)[1]]
	})
}

func newFormButton(from provider.FormButton, values map[string]string) formButton {
	button := formButton{Text: from.Text}
	switch from.Type {
	case provider.ButtonURL:
		button.Type, button.URL = "URL", placeholder.ReplaceAllString(from.Value, "{{1}}")
		if button.URL != from.Value || placeholder.MatchString(from.Value) {
			button.Example = []string{fillExamples(from.Value, values)}
		}
	case provider.ButtonPhone:
		button.Type, button.Phone = "PHONE_NUMBER", from.Value
	case provider.ButtonCopyCode:
		button.Type, button.Text, button.Example = "COPY_CODE", "", fillExamples(from.Value, values)
	case provider.ButtonQuickReply:
		button.Type = "QUICK_REPLY"
	}
	return button
}
