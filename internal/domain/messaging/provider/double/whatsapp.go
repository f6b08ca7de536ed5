package double

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
)

// maxBody is the maximum size of a body that the double reads.
const maxBody = 16 << 20

// object is a JSON object.
type object map[string]any

func (o object) bytes() []byte {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // of texts and numbers
	}
	return text
}

// invalid is the behaviour of every call that can't be read.
const invalid Behaviour = "Invalid"

// whatsAppErrors are the status, code and message of each behaviour.
var whatsAppErrors = map[Behaviour]struct {
	status, code  int
	text, details string
}{
	Refuse:   {http.StatusBadRequest, 131026, "(#131026) Message undeliverable", "Message Undeliverable."},
	Throttle: {http.StatusTooManyRequests, 130429, "(#130429) Rate limit hit", "Too many messages were sent in a short time."},
	Fail:     {http.StatusInternalServerError, 131000, "(#131000) Something went wrong", "Message failed to send due to an unknown error."},
	invalid:  {http.StatusBadRequest, 100, "(#100) Invalid parameter", ""},
	Block:    {http.StatusUnauthorized, 190, "Invalid OAuth access token - Cannot parse access token", ""},
}

// refuseWhatsApp writes the error of a behaviour and reports whether it has one.
func refuseWhatsApp(w http.ResponseWriter, behaviour Behaviour) bool {
	failed, ok := whatsAppErrors[behaviour]
	if ok {
		write(w, failed.status, object{"error": object{
			"message": failed.text, "type": "OAuthException", "code": failed.code, "fbtrace_id": "double",
			"error_data": object{"messaging_product": "whatsapp", "details": failed.details},
		}}.bytes())
	}
	return ok
}

// authenticateWhatsApp refuses a call without the token.
func (d *Double) authenticateWhatsApp(w http.ResponseWriter, r *http.Request) bool {
	if d.options.AccessToken == "" || r.Header.Get("Authorization") == "Bearer "+d.options.AccessToken {
		return true
	}
	refuseWhatsApp(w, Block)
	return false
}

func (d *Double) sendWhatsApp(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	var sent struct {
		Product   string `json:"messaging_product"`
		To        string `json:"to"`
		Recipient string `json:"recipient"`
		Type      string `json:"type"`
		OurID     string `json:"biz_opaque_callback_data"`
	}
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&sent)
	to := sent.To
	if to == "" {
		to = sent.Recipient
	}
	if err != nil || sent.Product != "whatsapp" || to == "" {
		refuseWhatsApp(w, invalid)
		return
	}
	entry := d.answer(provider.WhatsApp, to, sent.OurID, "wamid.")
	// The API takes the id of a user in the wrong field, and delivers nothing.
	if !strings.Contains(sent.To, ".") {
		defer d.postWhatsApp(entry, r.PathValue("number"))
	}
	if finish(w, entry.Behaviour) || refuseWhatsApp(w, entry.Behaviour) {
		return
	}
	write(w, http.StatusOK, object{
		"messaging_product": "whatsapp",
		"contacts":          []object{{"input": to, "wa_id": strings.TrimPrefix(to, "+")}},
		"messages":          []object{{"id": entry.ProviderID, "message_status": "accepted"}},
	}.bytes())
}

// postWhatsApp posts the statuses of a message.
func (d *Double) postWhatsApp(entry Entry, number string) {
	if d.options.Post == nil || d.options.HookURL == "" {
		return
	}
	for _, state := range entry.States {
		status := object{
			"id": entry.ProviderID, "status": strings.ToLower(string(state)), "timestamp": strconv.FormatInt(d.options.Now().Unix(), 10),
			"recipient_id": strings.TrimPrefix(entry.To, "+"), "biz_opaque_callback_data": entry.OurID,
		}
		switch state {
		case provider.StateFailed:
			status["errors"] = []object{{
				"code": 131026, "title": "Message undeliverable", "message": "Message undeliverable",
				"error_data": object{"details": "Message Undeliverable."},
			}}
		case provider.StateSent, provider.StateDelivered, provider.StateRead:
			status["pricing"] = object{"billable": true, "pricing_model": "PMP", "type": "regular", "category": "utility"}
		}
		change := object{"field": "messages", "value": object{
			"messaging_product": "whatsapp",
			"metadata":          object{"display_phone_number": "15550000000", "phone_number_id": number},
			"statuses":          []object{status},
		}}
		body := object{"object": "whatsapp_business_account", "entry": []object{{"id": "0", "changes": []object{change}}}}.bytes()
		header := http.Header{}
		header.Set("Content-Type", "application/json")
		header.Set(whatsapp.SignatureHeader, whatsapp.Sign(d.options.AppSecret, body))
		d.options.Post(Hook{MessageID: entry.ProviderID, URL: d.options.HookURL, Header: header, Body: body})
	}
}

func (d *Double) uploadWhatsApp(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	file, header, err := r.FormFile("file")
	if err != nil || r.FormValue("messaging_product") != "whatsapp" {
		refuseWhatsApp(w, invalid)
		return
	}
	defer file.Close()
	size, err := io.Copy(io.Discard, file)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	write(w, http.StatusOK, object{"id": "media-" + strconv.FormatInt(size, 10) + "-" + header.Filename}.bytes())
}

// Content is the content of the file with an id that begins with "media-".
func Content(id string) string { return "The content of " + id + "." }

// downloadWhatsApp answers the content of a file, whose address needs the token, too.
func (d *Double) downloadWhatsApp(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = io.WriteString(w, Content(r.PathValue("id")))
}

func (d *Double) numberWhatsApp(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	switch id := r.PathValue("number"); {
	case strings.HasPrefix(id, "media-gone"):
		refuseWhatsApp(w, invalid) // as WhatsApp does
	case strings.HasPrefix(id, "media-"):
		write(w, http.StatusOK, object{
			"id": id, "url": "http://" + r.Host + "/media/" + url.PathEscape(id), "mime_type": "image/jpeg",
			"file_size": len(Content(id)), "messaging_product": "whatsapp",
		}.bytes())
	default:
		write(w, http.StatusOK, object{
			"id": r.PathValue("number"), "display_phone_number": "+1 555-000-0000", "verified_name": "Double", "quality_rating": "GREEN",
		}.bytes())
	}
}
