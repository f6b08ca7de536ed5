package double

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// createQRCode registers a QR code of WhatsApp.
func (d *Double) createQRCode(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	var sent object
	text, ok := "", json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&sent) == nil
	if ok {
		text, ok = sent["prefilled_message"].(string)
	}
	if !ok || text == "" {
		refuseWhatsApp(w, invalid)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.codes++
	code := fmt.Sprintf("DOUBLE%08d", d.codes)
	made := object{"code": code, "prefilled_message": text, "deep_link_url": "https://wa.me/message/" + code}
	d.qrCodes = append(d.qrCodes, made)
	write(w, http.StatusOK, made.bytes())
}

func (d *Double) listQRCodes(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	write(w, http.StatusOK, object{"data": append([]object{}, d.qrCodes...)}.bytes())
}

func (d *Double) deleteQRCode(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateWhatsApp(w, r) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	before := len(d.qrCodes)
	d.qrCodes = slices.DeleteFunc(d.qrCodes, func(each object) bool { return each["code"] == r.PathValue("code") })
	if len(d.qrCodes) == before {
		refuseWhatsApp(w, invalid)
		return
	}
	write(w, http.StatusOK, object{"success": true}.bytes())
}
