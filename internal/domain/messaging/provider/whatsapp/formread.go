package whatsapp

import (
	"fmt"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// formStates are the states of a template in the API, which are not all those of the hook.
var formStates = map[string]provider.TemplateState{
	"PENDING": provider.TemplateIsSubmitted, "IN_APPEAL": provider.TemplateIsSubmitted, "LIMIT_EXCEEDED": provider.TemplateIsRejected,
	"APPROVED": provider.TemplateIsApproved, "REJECTED": provider.TemplateIsRejected, "PAUSED": provider.TemplateIsPaused,
	"DISABLED": provider.TemplateIsDisabled, "PENDING_DELETION": provider.TemplateIsDisabled, "DELETED": provider.TemplateIsDisabled,
	"ARCHIVED": provider.TemplateIsDisabled,
}

// stateOf returns the state of a template by the word of the API, or "" for an unknown one.
func stateOf(status string) provider.TemplateState { return formStates[strings.ToUpper(status)] }

// read returns a template of the API as people write it. A parameter of the header is named
// header_1, and those of buttons button_1, button_2…, where the API has no names for them.
func (f form) read() provider.Form {
	read := provider.Form{
		ProviderID: string(f.ID), Name: f.Name, Language: f.Language, State: stateOf(f.Status), Category: "Utility",
	}
	switch strings.ToUpper(f.Category) {
	case "MARKETING":
		read.Category = "Marketing"
	case "AUTHENTICATION":
		read.Category = authentication
	}
	switch {
	case read.State == "":
		read.Reason = f.Status
	case f.RejectedReason != "NONE":
		read.Reason = f.RejectedReason
	}
	add := func(name, example string) {
		for _, p := range read.Parameters {
			if p.Name == name {
				return
			}
		}
		if example == "" {
			example = name
		}
		read.Parameters = append(read.Parameters, &provider.FormParameter{Name: name, Example: example})
	}
	for _, part := range f.Components {
		switch strings.ToUpper(part.Type) {
		case "HEADER":
			read.Header = part.header(add)
			read.Unsendable = read.Unsendable || read.Header == nil
		case "BODY":
			read.Body = part.Text
			for i, name := range namesIn(part.Text) {
				add(name, part.Example.body(i, name))
			}
		case "FOOTER":
			read.Footer = part.Text
		case "BUTTONS":
			read.Buttons = part.buttons(read.Category, add)
			// Without one the others would have other places.
			read.Unsendable = read.Unsendable || len(read.Buttons) < len(part.Buttons)
		default: // such as a carousel
			read.Unsendable = true
		}
	}
	return read
}

// header returns the header, or nil for one that firmhub can't send. The address of a file is a
// parameter: WhatsApp wants it at each call.
func (p formPart) header(add func(name, example string)) *provider.FormHeader {
	header := &provider.FormHeader{Type: provider.HeaderText, Text: p.Text}
	switch strings.ToUpper(p.Format) {
	case "IMAGE":
		header.Type = provider.HeaderImage
	case "DOCUMENT":
		header.Type = provider.HeaderDocument
	case "", "TEXT":
		for i, name := range namesIn(p.Text) {
			example := p.Example.header(i, name)
			if isNumber(name) {
				name, header.Numbered = "header_"+name, true
				header.Text = placeholder.ReplaceAllString(header.Text, "{{"+name+"}}")
			}
			add(name, example)
		}
		return header
	default: // a video or a place
		return nil
	}
	header.Text = "{{header_file}}"
	add("header_file", "https://example.com/file")
	return header
}

// buttons returns the buttons that firmhub can send.
func (p formPart) buttons(category string, add func(name, example string)) (all []*provider.FormButton) {
	for i, button := range p.Buttons {
		if shown := button.read(i, category, add); shown != nil {
			all = append(all, shown)
		}
	}
	return all
}

func (e *examples) header(i int, name string) string {
	if e == nil {
		return ""
	}
	for _, p := range e.HeaderNamed {
		if p.Name == name {
			return p.Example
		}
	}
	if i < len(e.HeaderText) {
		return e.HeaderText[i]
	}
	return ""
}

func (e *examples) body(i int, name string) string {
	if e == nil {
		return ""
	}
	for _, p := range e.BodyNamed {
		if p.Name == name {
			return p.Example
		}
	}
	if len(e.BodyText) > 0 && i < len(e.BodyText[0]) {
		return e.BodyText[0][i]
	}
	return ""
}

// read returns the button, or nil for one that firmhub can't send, such as a flow.
// The code of an authentication template is in its body, too.
func (b formButton) read(index int, category string, add func(name, example string)) *provider.FormButton {
	shown := &provider.FormButton{Text: b.Text}
	name := fmt.Sprintf("button_%d", index+1)
	switch strings.ToUpper(b.Type) {
	case "URL":
		shown.Type, shown.Value = provider.ButtonURL, b.URL
		if !placeholder.MatchString(b.URL) {
			return shown
		}
		if category == authentication {
			name = "1"
		}
		shown.Value = placeholder.ReplaceAllString(b.URL, "{{"+name+"}}")
		add(name, name)
	case "PHONE_NUMBER":
		shown.Type, shown.Value = provider.ButtonPhone, b.Phone
	case "QUICK_REPLY":
		shown.Type = provider.ButtonQuickReply
	case "COPY_CODE":
		shown.Type, shown.Value = provider.ButtonCopyCode, "{{"+name+"}}"
		add(name, "CODE")
	default:
		return nil
	}
	return shown
}
