package template

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// The maximum lengths in characters. Those of WhatsApp are from
// developers.facebook.com/docs/whatsapp/business-management-api/message-templates/components.
const (
	maxBody       = 4096
	maxSMS        = 1600
	maxWhatsApp   = 1024
	maxHeader     = 60
	maxFooter     = 60
	maxSubject    = 200
	maxHTML       = 100_000
	maxButtons    = 10
	maxButton     = 25
	maxValue      = 2000
	maxParameters = 50
	maxExample    = 1024
)

// parameter is the pattern of the name of a parameter.
const parameter = `([A-Za-z][A-Za-z0-9_]{0,63}|[1-9]\d?)`

var (
	// placeholder is a parameter in a text.
	placeholder   = regexp.MustCompile(`\{\{\s*` + parameter + `\s*\}\}`)
	parameterName = regexp.MustCompile(`^` + parameter + `$`)

	namePattern     = regexp.MustCompile(`^[a-z0-9_]{1,512}$`)
	languagePattern = regexp.MustCompile(`^[a-z]{2,3}(_[A-Za-z]{2,4})?$`)
	whatsAppName    = regexp.MustCompile(`^([a-z][a-z0-9_]*|[1-9]\d?)$`)
)

func item(list string, i int, field string) string { return fmt.Sprintf("%s[%d].%s", list, i, field) }

// IsParameter reports whether a parameter of a template can have the name.
func IsParameter(name string) bool { return parameterName.MatchString(name) }

// names returns the names of the parameters in a text, in order.
func names(text string) (found []string) {
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// check trims the texts, and returns every fault of a content for a kind of channel.
func (c *Content) check(kind provider.Kind) fault.Details {
	var faults fault.Details
	if pricingprice.CategoryValidator(c.Category) != nil || kind == provider.WhatsApp && c.Category == pricingprice.CategoryService {
		faults.Add("category", "must be Marketing, Utility or Authentication, or Service except for WhatsApp")
	}
	c.trim()
	longest := map[provider.Kind]int{provider.SMS: maxSMS, provider.WhatsApp: maxWhatsApp}[kind]
	if longest == 0 {
		longest = maxBody
	}
	if checkText(&faults, "body", c.Body, longest) && plaintext.IsBlank(c.Body) {
		faults.Add("body", "is required")
	}
	c.checkMail(&faults, kind)
	c.checkParts(&faults, kind)
	if len(faults) == 0 {
		c.checkParameters(&faults, kind)
	}
	return faults
}

// trim makes empty parts nil.
func (c *Content) trim() {
	for _, part := range []**string{&c.Footer, &c.Subject, &c.HTML} {
		if *part != nil && plaintext.IsBlank(**part) {
			*part = nil
		}
	}
	if c.Header != nil && c.Header.Type == provider.HeaderText && plaintext.IsBlank(c.Header.Text) {
		c.Header = nil
	}
}

// checkText checks a text, and whether its braces are parameters.
func checkText(faults *fault.Details, field, text string, longest int) (ok bool) {
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		faults.Add(field, "must be text in UTF-8")
	case utf8.RuneCountInString(text) > longest:
		faults.Add(field, "must have at most %d characters", longest)
	case strings.Contains(placeholder.ReplaceAllString(text, ""), "{{"):
		faults.Add(field, "has {{ without a parameter: one is written {{name}}, with letters, digits and _")
	default:
		return true
	}
	return false
}

// checkMail checks the parts that only mails have. A marketing mail must show how to end further
// ones, as the law of most countries wants.
func (c *Content) checkMail(faults *fault.Details, kind provider.Kind) {
	if kind != provider.Email {
		if c.Subject != nil {
			faults.Add("subject", "is for mail alone")
		}
		if c.HTML != nil {
			faults.Add("html", "is for mail alone")
		}
		return
	}
	if c.Subject == nil {
		faults.Add("subject", "is required by Email")
	} else if checkText(faults, "subject", *c.Subject, maxSubject) && strings.ContainsFunc(*c.Subject, plaintext.IsControl) {
		faults.Add("subject", "must be one line")
	}
	if c.HTML != nil && checkText(faults, "html", *c.HTML, maxHTML) {
		if _, err := parseHTML(*c.HTML); err != nil {
			faults.Add("html", "can't be filled safely: %s", err)
		}
	}
	if c.Category != pricingprice.CategoryMarketing {
		return
	}
	for field, text := range map[string]*string{"body": &c.Body, "html": c.HTML} {
		if text != nil && !slices.Contains(names(*text), UnsubscribeURL) {
			faults.Add(field, "must show {{%s}} in marketing mails", UnsubscribeURL)
		}
	}
	if c.HTML != nil && slices.Contains(names(*c.HTML), UnsubscribeURL) && !showsUnsubscribe(*c.HTML) {
		faults.Add("html", "must show {{%s}} in marketing mails: it is in a place that is not shown", UnsubscribeURL)
	}
}

// checkParts checks the header, the footer and the buttons, which WhatsApp and the sandbox show.
func (c *Content) checkParts(faults *fault.Details, kind provider.Kind) {
	if kind == provider.SMS || kind == provider.Email {
		for field, has := range map[string]bool{"header": c.Header != nil, "footer": c.Footer != nil, "buttons": len(c.Buttons) > 0} {
			if has {
				faults.Add(field, "is for WhatsApp and the sandbox alone")
			}
		}
		return
	}
	if c.Header != nil {
		c.checkHeader(faults)
	}
	if c.Footer != nil && checkText(faults, "footer", *c.Footer, maxFooter) && placeholder.MatchString(*c.Footer) {
		faults.Add("footer", "must have no parameters")
	}
	if len(c.Buttons) > maxButtons {
		faults.Add("buttons", "must have at most %d entries", maxButtons)
		return
	}
	for i, button := range c.Buttons {
		checkButton(faults, i, button)
	}
}

func (c *Content) checkHeader(faults *fault.Details) {
	switch c.Header.Type {
	case provider.HeaderText:
		if checkText(faults, "header.text", c.Header.Text, maxHeader) && len(names(c.Header.Text)) > 1 {
			faults.Add("header.text", "must have at most one parameter")
		}
	case provider.HeaderImage, provider.HeaderDocument:
		if checkText(faults, "header.text", c.Header.Text, maxValue) && !isAddress(c.Header.Text) {
			faults.Add("header.text", "must be the https address of the file, or a parameter with it")
		}
	default:
		faults.Add("header.type", "must be Text, Image or Document")
	}
}

// isAddress reports whether a text is an https address, which may end in a parameter or be one.
func isAddress(text string) bool {
	fixed := placeholder.ReplaceAllString(text, "")
	switch found := names(text); {
	case len(found) > 1 || len(found) == 1 && !strings.HasPrefix(text, fixed):
		return false
	case len(found) == 1 && fixed == "":
		return true
	case len(found) == 1 && strings.Count(fixed, "/") < 3:
		return false // the parameter would be a part of the host
	}
	address, err := url.Parse(fixed)
	return err == nil && address.Scheme == "https" && address.Host != ""
}

func checkButton(faults *fault.Details, i int, button *Button) {
	checkText(faults, item("buttons", i, "text"), button.Text, maxButton)
	if plaintext.IsBlank(button.Text) && button.Type != provider.ButtonCopyCode {
		faults.Add(item("buttons", i, "text"), "is required")
	}
	field := item("buttons", i, "value")
	if !checkText(faults, field, button.Value, maxValue) {
		return
	}
	switch button.Type {
	case provider.ButtonURL:
		if !isAddress(button.Value) || placeholder.MatchString(button.Value) && strings.HasPrefix(button.Value, "{{") {
			faults.Add(field, "must be an https address, which may end in one parameter")
		}
	case provider.ButtonPhone:
		if _, wrong := number.Parse(button.Value, ""); len(wrong) > 0 {
			faults.Add(field, "must be a phone with + and the country calling code")
		}
	case provider.ButtonCopyCode:
		if plaintext.IsBlank(button.Value) {
			faults.Add(field, "is required")
		}
	case provider.ButtonQuickReply:
	default:
		faults.Add(item("buttons", i, "type"), "must be Url, Phone, QuickReply or CopyCode")
	}
}

// checkParameters checks that each parameter in the texts has an example, and makes Parameters
// those in the texts.
func (c *Content) checkParameters(faults *fault.Details, kind provider.Kind) {
	given := make(map[string]*Parameter, len(c.Parameters))
	for i, p := range c.Parameters {
		if given[p.Name] != nil {
			faults.Add(item("parameters", i, "name"), "is there twice")
		}
		given[p.Name] = p
		if utf8.RuneCountInString(p.Example) > maxExample || !utf8.ValidString(p.Example) || strings.ContainsRune(p.Example, 0) {
			faults.Add(item("parameters", i, "example"), "must have at most %d characters", maxExample)
		}
	}
	used := map[string]bool{}
	texts := c.texts()
	for _, field := range slices.Sorted(maps.Keys(texts)) {
		for _, name := range names(texts[field]) {
			switch {
			case name == UnsubscribeURL && kind == provider.Email:
				continue
			case kind == provider.WhatsApp && !whatsAppName.MatchString(name):
				faults.Add(field, "has the parameter %s: for WhatsApp it must be in small letters, digits and _", name)
			case !used[name] && (given[name] == nil || plaintext.IsBlank(given[name].Example)):
				faults.Add("parameters", "must have an example for %s", name)
			}
			used[name] = true
		}
	}
	for i, p := range c.Parameters {
		if !used[p.Name] {
			faults.Add(item("parameters", i, "name"), "stands in no text")
		}
	}
	if len(used) > maxParameters {
		faults.Add("parameters", "must have at most %d entries", maxParameters)
	}
	if numbered := numbers(names(c.Body)); numbered > 0 && numbered < len(names(c.Body)) {
		faults.Add("body", "must have parameters with names, or numbered ones")
	} else if numbered > 0 && kind == provider.WhatsApp && !isComplete(names(c.Body)) {
		faults.Add("body", "must have the parameters 1, 2 and so on, without a gap")
	}
}

// isComplete reports whether numbered parameters begin with 1 and have no gap.
func isComplete(numbered []string) bool {
	slices.SortFunc(numbered, provider.CompareNumbers)
	for i, name := range slices.Compact(numbered) {
		if name != strconv.Itoa(i+1) {
			return false
		}
	}
	return true
}

// numbers returns how many of the names are numbers.
func numbers(names []string) (n int) {
	for _, name := range names {
		if name[0] <= '9' {
			n++
		}
	}
	return n
}
