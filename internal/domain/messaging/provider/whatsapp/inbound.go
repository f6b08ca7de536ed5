package whatsapp

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

type (
	// inbound is a message that arrived.
	inbound struct {
		ID        string        `json:"id"`
		From      httpcall.Text `json:"from"`
		UserID    string        `json:"from_user_id"`
		Timestamp httpcall.Text `json:"timestamp"`
		Type      string        `json:"type"`
		Context   struct {
			ID string `json:"id"`
		} `json:"context"`
		Text        body         `json:"text"`
		Image       *inboundFile `json:"image"`
		Video       *inboundFile `json:"video"`
		Audio       *inboundFile `json:"audio"`
		Document    *inboundFile `json:"document"`
		Sticker     *inboundFile `json:"sticker"`
		Button      label        `json:"button"`
		Interactive interactive  `json:"interactive"`
		Reaction    struct {
			MessageID string `json:"message_id"`
			Emoji     string `json:"emoji"`
		} `json:"reaction"`
		Location location `json:"location"`
	}
	inboundFile struct {
		ID       httpcall.Text `json:"id"`
		MimeType string        `json:"mime_type"`
		SHA256   string        `json:"sha256"`
		Caption  string        `json:"caption"`
		Filename string        `json:"filename"`
	}
	label struct {
		Text string `json:"text"`
	}
	interactive struct {
		ButtonReply *title `json:"button_reply"`
		ListReply   *title `json:"list_reply"`
		FlowReply   *struct {
			Body     string `json:"body"`
			Response string `json:"response_json"`
		} `json:"nfm_reply"`
	}
	title struct {
		Title string `json:"title"`
	}
	location struct {
		Latitude  json.Number `json:"latitude"`
		Longitude json.Number `json:"longitude"`
		Name      string      `json:"name"`
		Address   string      `json:"address"`
	}
)

// identity returns the phone number in E.164 and the user id, in whichever field they stand.
func identity(number, user string) (phone, userID string) {
	digits := strings.TrimPrefix(number, "+")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		if user == "" {
			user = digits
		}
		return "", user
	}
	return "+" + digits, user
}

// event returns the message as an event.
func (m inbound) event(senders people, to string) provider.Event {
	read := &provider.Inbound{ProviderID: m.ID, To: to, Kind: m.Type, ReplyTo: m.Context.ID, At: m.Timestamp.Time()}
	read.Phone, read.UserID = identity(string(m.From), m.UserID)
	if sender, ok := senders.find(read.Phone, read.UserID); ok {
		read.ProfileName = sender.name
		read.Phone, read.UserID = cmp.Or(read.Phone, sender.phone), cmp.Or(read.UserID, sender.userID)
	}
	if m.ID == "" || read.Phone == "" && read.UserID == "" {
		return provider.Event{Err: errMissing}
	}
	m.fill(read)
	return provider.Event{Inbound: read}
}

// fill sets the content.
func (m inbound) fill(read *provider.Inbound) {
	files := map[string]*inboundFile{"image": m.Image, "video": m.Video, "audio": m.Audio, "document": m.Document, "sticker": m.Sticker}
	known := false
	switch m.Type {
	case "text":
		read.Body, known = m.Text.Body, true
	case "button":
		read.Body, known = m.Button.Text, true
	case "interactive":
		read.Body, known = m.Interactive.body()
	case "reaction": // an empty one takes back the reaction
		read.Body, read.ReplyTo, known = m.Reaction.Emoji, m.Reaction.MessageID, true
	case "location":
		read.Body, known = m.Location.body(), true
	default:
		if file := files[m.Type]; file != nil && file.ID != "" {
			read.Body, known = file.Caption, true
			read.Media = []provider.MediaRef{{ID: string(file.ID), ContentType: file.MimeType, FileName: file.Filename, SHA256: file.SHA256}}
		}
	}
	if !known {
		read.Body = "[" + m.Type + "]"
	}
}

func (i interactive) body() (text string, known bool) {
	switch {
	case i.ButtonReply != nil:
		return i.ButtonReply.Title, true
	case i.ListReply != nil:
		return i.ListReply.Title, true
	case i.FlowReply != nil:
		return cmp.Or(i.FlowReply.Response, i.FlowReply.Body), true
	}
	return "", false
}

// body returns the place on separate lines: its name, its address and its coordinates.
func (l location) body() string {
	lines := []string{l.Name, l.Address, l.Latitude.String() + "," + l.Longitude.String()}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" || line == "," })
	return strings.Join(lines, "\n")
}
