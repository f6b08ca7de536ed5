package app

import (
	"embed"
	"html/template"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/rest"
)

//go:embed demomail.html
var demoMailFile embed.FS

var demoMailPage = template.Must(template.ParseFS(demoMailFile, "demomail.html"))

// demoMailMounts are the page with the mails of a demo. It exists only where the demo keeps mails
// and is not behind a proxy: whoever reads the mails can sign in as anybody.
func (a *App) demoMailMounts() []httpd.Mount {
	public, err := url.Parse(a.config.PublicURL)
	if a.mailBox == nil || len(a.config.TrustedProxies) > 0 || err != nil || !isLoopbackHost(public.Host) {
		return nil
	}
	return []httpd.Mount{{
		Method: http.MethodGet, Head: true, Path: "/demo/mail", Kind: httpd.Page, Refuse: rest.RefusePlain,
		Handler: http.HandlerFunc(a.serveDemoMail),
	}}
}

func (a *App) serveDemoMail(w http.ResponseWriter, r *http.Request) {
	if !fromThisMachine(r) {
		rest.RefusePlain(w, r, fault.New(fault.NotFound, "There is no such page."))
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Robots-Tag", "noindex")
	_ = demoMailPage.Execute(w, shownMails(a.mailBox)) // to a client that is gone
}

// fromThisMachine reports whether a browser on this machine asked for this machine. The address is
// that of the connection. The host keeps out a page of another name that resolves to this machine.
// A header can't open the page; those that proxies add close it.
func fromThisMachine(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !peer.Addr().Unmap().IsLoopback() || !isLoopbackHost(r.Host) {
		return false
	}
	for _, name := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"} {
		if len(r.Header.Values(name)) > 0 {
			return false
		}
	}
	return true
}

// isLoopbackHost reports whether a host, with or without a port, is localhost or a loopback
// address.
func isLoopbackHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && address.IsLoopback()
}

// shownMail is a mail as the page shows it.
type shownMail struct {
	mail.Kept

	Link string
}

var linkInText = regexp.MustCompile(`(?m)^https?://\S+$`)

func shownMails(box *mail.Box) []shownMail {
	var shown []shownMail
	for _, kept := range box.Mails() {
		shown = append(shown, shownMail{Kept: kept, Link: linkInText.FindString(kept.Text)})
	}
	return shown
}
