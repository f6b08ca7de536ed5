package email

import (
	"html"
	netmail "net/mail"
	"net/url"
	"strings"

	"github.com/wneessen/go-mail"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	address "github.com/firmhub/firmhub/internal/plaintext/email"
)

// messageID returns the Message-ID without its brackets.
func messageID(account provider.Account, message provider.Message) string {
	return message.ID.String() + "@" + domain(address.ASCII(account.Settings.From))
}

// compose returns the mail, with a text and an HTML part. If it can't be written, the outcome says
// why.
func (a *Adapter) compose(account provider.Account, message provider.Message) (*letter, *provider.Outcome) {
	settings := account.Settings
	m := mail.NewMsg(mail.WithNoDefaultUserAgent())
	from, err := netmail.ParseAddress(address.ASCII(settings.From))
	if err != nil {
		return nil, refused(provider.Rejected, err)
	}
	from.Name = settings.FromName // FromFormat would not quote what a name may have.
	m.SetAddrHeaderFromMailAddress(mail.HeaderFrom, from)
	if err := m.To(address.ASCII(message.To.Value)); err != nil {
		return nil, refused(provider.InvalidAddress, err)
	}
	if settings.ReplyTo != "" {
		if err := m.ReplyTo(address.ASCII(settings.ReplyTo)); err != nil {
			return nil, refused(provider.Rejected, err)
		}
	}
	m.SetDateWithValue(a.now())
	m.SetMessageIDWithValue(messageID(account, message))
	m.Subject(message.Subject)
	if message.ReplyTo != "" {
		answered := "<" + strings.Trim(message.ReplyTo, "<>") + ">"
		m.SetGenHeader(mail.HeaderInReplyTo, answered)
		m.SetGenHeader(mail.HeaderReferences, answered)
	}
	if message.Unsubscribe != nil && message.Category == provider.Marketing {
		m.SetGenHeaderPreformatted(mail.HeaderListUnsubscribe, "<"+message.Unsubscribe.String()+">")
		m.SetGenHeader(mail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	text, page := message.Body, message.HTML
	if text == "" && message.Media != nil {
		text = message.Media.Caption
	}
	if page == "" {
		page = asPage(text, message.Unsubscribe)
	}
	m.SetBodyString(mail.TypeTextPlain, text)
	m.AddAlternativeString(mail.TypeTextHTML, page)
	return attach(m, message.Media)
}

// asPage returns a text as HTML. The link by which its recipient ends further mails can be clicked.
func asPage(text string, unsubscribe *url.URL) string {
	page := strings.ReplaceAll(html.EscapeString(text), "\n", "<br>\n")
	if unsubscribe != nil {
		link := html.EscapeString(unsubscribe.String())
		page = strings.ReplaceAll(page, link, `<a href="`+link+`">`+link+"</a>")
	}
	return "<!DOCTYPE html><html><body><p>" + page + "</p></body></html>"
}

func refused(code provider.ErrorCode, err error) *provider.Outcome {
	outcome := provider.Refusal(code, err.Error())
	return &outcome
}
