package double

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// registerTemplate registers a template of WhatsApp. Its status is PENDING; one whose name begins
// with approved_ is APPROVED at once, and with rejected_ REJECTED. A second one of the same name
// and language is refused, and an Authentication template with a text of its own.
func (d *Double) registerTemplate(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	var form object
	if json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&form) != nil || form["name"] == nil || form["components"] == nil {
		refuseWhatsApp(w, invalid)
		return
	}
	if !writeCode(form) {
		refuseWhatsApp(w, invalid)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, other := range d.templates {
		if other["name"] == form["name"] && other["language"] == form["language"] {
			refuseWhatsApp(w, invalid)
			return
		}
	}
	form["id"], form["status"], form["rejected_reason"] = strconv.Itoa(1000+len(d.templates)), "PENDING", "NONE"
	switch name, _ := form["name"].(string); {
	case strings.HasPrefix(name, "approved_"):
		form["status"] = "APPROVED"
	case strings.HasPrefix(name, "rejected_"):
		form["status"], form["rejected_reason"] = "REJECTED", "INVALID_FORMAT"
	}
	d.templates = append(d.templates, form)
	write(w, http.StatusOK, object{"id": form["id"], "status": form["status"], "category": form["category"]}.bytes())
}

// editTemplate replaces the components of a template.
func (d *Double) editTemplate(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	var form object
	if json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&form) != nil || !writeCode(form) {
		refuseWhatsApp(w, invalid)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, present := range d.templates {
		if present["id"] == r.PathValue("template") {
			present["components"], present["category"], present["status"] = form["components"], form["category"], "PENDING"
			write(w, http.StatusOK, object{"success": true}.bytes())
			return
		}
	}
	refuseWhatsApp(w, invalid)
}

// listTemplates answers the templates, in pages of at most the limit of the call.
func (d *Double) listTemplates(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	limit, err := strconv.Atoi(r.FormValue("limit"))
	if err != nil || limit < 1 {
		limit = 25
	}
	from, err := strconv.Atoi(r.FormValue("after"))
	if err != nil {
		from = 0
	}
	from = min(max(from, 0), len(d.templates))
	to := min(from+limit, len(d.templates))
	paging := object{"cursors": object{"after": strconv.Itoa(to)}}
	if to < len(d.templates) {
		paging["next"] = "https://graph.facebook.com/next"
	}
	write(w, http.StatusOK, object{"data": append([]object{}, d.templates[from:to]...), "paging": paging}.bytes())
}

// writeCode writes the text of an Authentication template, as WhatsApp does. It reports false if
// that has a text, or anything but a button to copy the code. Others stay as they are.
func writeCode(form object) bool {
	if form["category"] != "AUTHENTICATION" {
		return true
	}
	parts, _ := form["components"].([]any)
	copies := false
	for _, each := range parts {
		part, _ := each.(map[string]any)
		if part["text"] != nil || part["format"] != nil {
			return false
		}
		switch part["type"] {
		case "BODY":
			part["text"], part["example"] = "*{{1}}* is your verification code.", object{"body_text": [][]string{{"123456"}}}
		case "FOOTER":
			part["text"] = fmt.Sprintf("This code expires in %v minutes.", part["code_expiration_minutes"])
		case "BUTTONS":
			buttons, _ := part["buttons"].([]any)
			for _, each := range buttons {
				button, _ := each.(map[string]any)
				if copies = button["type"] == "OTP" && button["otp_type"] == "COPY_CODE"; !copies {
					return false
				}
				button["type"], button["url"] = "URL", "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}"
			}
		default:
			return false
		}
	}
	return copies
}
