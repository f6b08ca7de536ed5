package template

import (
	"errors"
	htmltemplate "html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// Rendered is a content with the values of its parameters.
type Rendered struct {
	Subject *string
	Header  *Header
	Body    string
	Footer  *string
	Buttons []*Button
	HTML    *string
}

// Form is a content that is ready to be filled, for any number of messages.
type Form struct {
	content *Content
	html    *htmltemplate.Template
	// needed are the names of the parameters.
	needed []string
}

// Compile returns the form of a content that was checked.
func (c *Content) Compile() (*Form, error) {
	f := &Form{content: c}
	for _, p := range c.Parameters {
		f.needed = append(f.needed, p.Name)
	}
	if c.HTML != nil {
		var err error
		if f.html, err = parseHTML(*c.HTML); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// parseHTML returns HTML whose parameters html/template escapes by where they stand. Only
// parameters become actions, so that nobody can write code. It executes it once, because only that
// finds places where no value is safe.
func parseHTML(text string) (*htmltemplate.Template, error) {
	actions := placeholder.ReplaceAllStringFunc(text, func(found string) string {
		return "{{index . " + strconv.Quote(placeholder.FindStringSubmatch(found)[1]) + "}}"
	})
	parsed, err := htmltemplate.New("html").Parse(actions)
	if err != nil {
		return nil, plainError(err)
	}
	if err := parsed.Execute(&strings.Builder{}, map[string]string{}); err != nil {
		return nil, plainError(err)
	}
	return parsed, nil
}

var inActions = regexp.MustCompile(`\{\{index \. "(\w+)"\}\}`)

// plainError returns an error of html/template in the words of who wrote the text.
func plainError(err error) error {
	text := strings.TrimPrefix(err.Error(), "html/template:html: ")
	return errors.New(inActions.ReplaceAllString(text, "{{$1}}"))
}

// Missing returns a fault for each parameter without a value, and for values that can't be sent.
func (f *Form) Missing(kind provider.Kind, values map[string]string) fault.Details {
	var faults fault.Details
	for _, name := range f.needed {
		checkValue(&faults, kind, "template.parameters."+name, values[name])
	}
	return faults
}

// checkValue checks that the value of a parameter can be sent.
func checkValue(faults *fault.Details, kind provider.Kind, field, value string) {
	switch {
	case !plaintext.CheckName(faults, field, &value, maxExample):
	case kind == provider.WhatsApp && strings.Contains(value, "    "):
		faults.Add(field, "must not have more than three spaces in a row")
	}
}

// Fill returns the content with values. A parameter without a value is empty. It returns
// [ErrTooLong] for texts that are too long.
func (f *Form) Fill(values map[string]string) (*Rendered, error) {
	c, filling := f.content, &filling{values: values, left: maxFilled}
	r := &Rendered{Body: filling.text(c.Body), Footer: c.Footer}
	if c.Subject != nil {
		r.Subject = new(filling.text(*c.Subject))
	}
	if c.Header != nil {
		r.Header = &Header{Type: c.Header.Type, Text: filling.text(c.Header.Text)}
	}
	for _, button := range c.Buttons {
		r.Buttons = append(r.Buttons, &Button{Type: button.Type, Text: button.Text, Value: filling.text(button.Value)})
	}
	if f.html != nil {
		if err := f.html.Execute(filling, values); err != nil {
			return nil, err
		}
		r.HTML = new(filling.html.String())
	}
	if filling.left < 0 {
		return nil, ErrTooLong
	}
	return r, nil
}

func fill(text string, values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		return values[placeholder.FindStringSubmatch(found)[1]]
	})
}

// Text returns all that people read as one text: the header, the body and the footer.
func (r *Rendered) Text() string {
	parts := []string{r.Body}
	if r.Header != nil && r.Header.Type == provider.HeaderText {
		parts = append([]string{r.Header.Text}, parts...)
	}
	if r.Footer != nil {
		parts = append(parts, *r.Footer)
	}
	return strings.Join(parts, "\n\n")
}

// ForProvider returns the template with values for its provider, which fills it in.
func (t *InUse) ForProvider(values map[string]string) *provider.Template {
	c := t.Form.content
	inBody := names(c.Body)
	isNumbered := numbers(inBody) > 0 || c.Header != nil && c.Header.Numbered
	if isNumbered { // The provider takes them in the order of their numbers, which a text may have in any order.
		slices.SortFunc(inBody, provider.CompareNumbers)
	}
	filled := &provider.Template{Name: t.Name, Language: t.Language, Named: !isNumbered}
	filled.Body = parameters(inBody, values)
	if c.Header != nil {
		switch link := fill(c.Header.Text, values); c.Header.Type {
		case provider.HeaderImage:
			filled.HeaderMedia = &provider.Media{Link: link, ContentType: "image/*"}
		case provider.HeaderDocument:
			filled.HeaderMedia = &provider.Media{Link: link, ContentType: "application/octet-stream", FileName: fileName(link)}
		case provider.HeaderText:
			filled.Header = parameters(names(c.Header.Text), values)
		}
	}
	for i, button := range c.Buttons {
		value := fill(button.Value, values)
		inValue := names(button.Value)
		switch {
		case button.Type == provider.ButtonURL && len(inValue) > 0:
			value = values[inValue[0]] // the provider has the address itself
		case button.Type == provider.ButtonCopyCode && c.isCode(t.Kind): // WhatsApp has an address for it.
			filled.Buttons = append(filled.Buttons, provider.Button{Index: i, Type: provider.ButtonURL, Value: value})
			continue
		case button.Type == provider.ButtonCopyCode, button.Type == provider.ButtonQuickReply && value != "":
		default:
			continue
		}
		filled.Buttons = append(filled.Buttons, provider.Button{Index: i, Type: button.Type, Value: value})
	}
	return filled
}

// parameters returns the values of parameters, each once.
func parameters(names []string, values map[string]string) (filled []provider.Parameter) {
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			filled = append(filled, provider.Parameter{Name: name, Value: values[name]})
		}
	}
	return filled
}

// fileName returns the last part of a path, for the name of a document.
func fileName(link string) string {
	path, _, _ := strings.Cut(link, "?")
	return path[strings.LastIndex(path, "/")+1:]
}
