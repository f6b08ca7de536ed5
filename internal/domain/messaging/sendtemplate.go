package messaging

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/fault"
)

// SendTemplate is the template of a message to send.
type SendTemplate struct {
	Name string
	// Language may be nil where the firm has the template in one language.
	Language   *string
	Parameters map[string]string
}

const (
	maxTemplateName = 512
	maxParameters   = 50
)

func (in *SendMessage) checkTemplate(faults *fault.Details) {
	switch {
	case in.Body != "" || in.Media != nil:
		faults.Add("template", "is instead of body and media")
	case in.Template.Name == "" || len(in.Template.Name) > maxTemplateName:
		faults.Add("template.name", "is required, with at most %d characters", maxTemplateName)
	case len(in.Template.Parameters) > maxParameters:
		faults.Add("template.parameters", "must have at most %d entries", maxParameters)
	}
	if in.Subject != nil {
		faults.Add("subject", "is that of the template")
	}
}

// content is what a message says.
type content struct {
	subject *string
	body    string
	// html is the second form of the body of a mail, or "".
	html string
	// named is set where the provider fills in the template.
	named *provider.Template
}

// unsubscribeLink stands in the texts of a mail for the link by which its recipient ends further
// ones. It is replaced when the mail is sent, so that nobody who reads messages finds the link.
const unsubscribeLink = "https://unsubscribe.firmhub.invalid/"

// stored returns the body as the API shows it.
func (c *content) stored() string {
	return strings.ReplaceAll(c.body, unsubscribeLink, "{{"+template.UnsubscribeURL+"}}")
}

// Unsubscribing returns the texts of a mail with the link by which its recipient ends further ones,
// and whether they show it.
func Unsubscribing(body, second, link string) (filledBody, filledHTML string, shows bool) {
	shows = strings.Contains(body, unsubscribeLink) || strings.Contains(second, unsubscribeLink)
	return strings.ReplaceAll(body, unsubscribeLink, link), strings.ReplaceAll(second, unsubscribeLink, link), shows
}

func (it *sendItem) templateName() *string {
	if it.template == nil {
		return nil
	}
	return &it.template.Name
}

// readTemplates reads the templates of messages, and what marketing mails end with.
func (b *sendBatch) readTemplates(ctx context.Context, items []*sendItem) error {
	var names []string
	signs := false
	for _, it := range items {
		switch in := it.input; {
		case in.Template != nil:
			names = append(names, in.Template.Name)
		case in.Category != nil && *in.Category == pricingprice.CategoryMarketing:
			signs = true
		}
	}
	found, err := template.Named(ctx, b.db, unique(names))
	if err != nil || len(found) == 0 && !signs {
		return err
	}
	b.facts.templates = make(map[string][]*template.InUse, len(found))
	for _, each := range found {
		b.facts.templates[each.Name] = append(b.facts.templates[each.Name], each)
	}
	b.facts.signature, err = template.Signature(ctx, b.db)
	return err
}

// findContent finds what a message says, but for the texts of its template, and its category. It
// returns a rejection if that can't be sent.
func (f *facts) findContent(it *sendItem) *Rejected {
	in := it.input
	if it.noMedia != nil {
		return it.noMedia
	}
	if in.Template == nil {
		var faults fault.Details
		it.category, faults = in.checkKind(it.channel.kind)
		it.text = content{subject: in.Subject, body: in.Body}
		if in.Media != nil {
			it.text.body = in.Media.Caption
			faults = append(faults, checkSent(it.channel.kind, it.media, in.Media, f.hasLinks)...)
		}
		if len(faults) > 0 {
			return reject(it.index, faults)
		}
		if it.isMarketingMail() {
			it.text.sign(strings.TrimSpace(f.signature + "\nUnsubscribe: " + unsubscribeLink))
		}
		return nil
	}
	return f.findTemplate(it)
}

// findTemplate finds the template of a message: one of its channel before one of all channels.
func (f *facts) findTemplate(it *sendItem) *Rejected {
	wanted := it.input.Template
	var fitting []*template.InUse
	for _, each := range f.templates[wanted.Name] {
		if each.Fits(it.channel.kind, it.channel.id) && (wanted.Language == nil || *wanted.Language == each.Language) {
			fitting = append(fitting, each)
		}
	}
	own := slices.DeleteFunc(slices.Clone(fitting), func(each *template.InUse) bool { return each.ChannelID == nil })
	if len(own) > 0 {
		fitting = own
	}
	switch {
	case len(fitting) == 0:
		return rejection(it.index, string(fault.NotFound), "There is no such template for this channel.")
	case len(fitting) > 1:
		return reject(it.index, fault.Details{{Field: "template.language", Message: "is required, since the template has several languages"}})
	case fitting[0].Form == nil:
		return rejection(it.index, codeTemplateNotApproved, "The template is not approved.")
	}
	it.template = fitting[0]
	it.category = it.template.Category
	if category := it.input.Category; category != nil && *category != it.category {
		return reject(it.index, fault.Details{{Field: "category", Message: fmt.Sprintf("must be that of the template, %s", it.category)}})
	}
	return nil
}

// fill fills in the template of a message, if it has one. It returns a rejection if that can't be
// sent.
func (f *facts) fill(it *sendItem) *Rejected {
	if it.template == nil {
		return nil
	}
	if rejected := f.fillTemplate(it); rejected != nil {
		return rejected
	}
	return it.checkSubject()
}

// fillTemplate fills in the template of a message.
func (f *facts) fillTemplate(it *sendItem) *Rejected {
	given := it.input.Template.Parameters
	if faults := it.template.Form.Missing(it.channel.kind, given); len(faults) > 0 {
		return reject(it.index, faults)
	}
	values := map[string]string{}
	maps.Copy(values, given)
	if it.channel.kind == provider.Email {
		values[template.UnsubscribeURL] = unsubscribeLink
	}
	filled, err := it.template.Form.Fill(values)
	switch {
	case errors.Is(err, template.ErrTooLong):
		return reject(it.index, fault.Details{{Field: "template.parameters", Message: "make a message that is too long"}})
	case err != nil:
		return reject(it.index, fault.Details{{Field: "template.parameters", Message: "can't be filled in"}})
	}
	it.text = content{subject: filled.Subject, body: filled.Text(), html: optional(filled.HTML)}
	if it.channel.kind == provider.WhatsApp {
		it.text.named = it.template.ForProvider(values)
	}
	longest := maxBody
	if it.channel.kind == provider.SMS {
		longest = maxSMS
	}
	if n := utf8.RuneCountInString(it.text.body); n > longest {
		return reject(it.index, fault.Details{{
			Field: "template.parameters", Message: fmt.Sprintf("make a text of %d characters; at most %d are sent", n, longest),
		}})
	}
	if it.isMarketingMail() {
		it.text.sign(f.signature) // It is not counted: the firm may change it while a campaign runs.
	}
	return nil
}

// checkSubject returns a rejection of a message whose template makes too long a subject. It is not
// asked again of a recipient of a campaign, who may have been accepted before there was this limit.
func (it *sendItem) checkSubject() *Rejected {
	if it.text.subject == nil {
		return nil
	}
	n := utf8.RuneCountInString(*it.text.subject)
	if n <= maxSubject {
		return nil
	}
	return reject(it.index, fault.Details{{
		Field: "template.parameters", Message: fmt.Sprintf("make a subject of %d characters; at most %d are sent", n, maxSubject),
	}})
}

func (it *sendItem) isMarketingMail() bool {
	return it.channel.kind == provider.Email && it.category == pricingprice.CategoryMarketing
}

// size returns how many bytes the texts have.
func (c *content) size() int { return len(c.body) + len(c.html) }

// sign adds the sender to a mail.
func (c *content) sign(sender string) {
	c.body, c.html = template.Sign(c.body, c.html, sender)
}
