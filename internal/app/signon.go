package app

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/sso"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/rest"
)

const (
	// browserCookiePath is where the cookie of a log-in is sent: to the callback and the exchange.
	browserCookiePath = "/api/v1/auth"
	// signedInPage is the page of the console at which a log-in by a provider ends. What follows it
	// is in the fragment, which browsers send to no server.
	signedInPage = "/console/signed-in"
)

// signOnMounts send a browser to a provider, and take it back.
func (a *App) signOnMounts() []httpd.Mount {
	const path = sso.Path + "/{name}"
	return []httpd.Mount{
		{Method: http.MethodGet, Path: path + "/start", Kind: httpd.Page, Handler: http.HandlerFunc(a.startSignOn)},
		{Method: http.MethodGet, Path: path + "/callback", Kind: httpd.Page, Handler: http.HandlerFunc(a.endSignOn)},
	}
}

func (a *App) startSignOn(w http.ResponseWriter, r *http.Request) {
	started, err := a.signOn.Start(r.Context(), r.PathValue("name"))
	if err != nil {
		rest.Refuse(w, r, err)
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: rest.BrowserCookie, Value: started.Browser, Path: browserCookiePath, MaxAge: int(sso.LoginLife.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(a.config.PublicURL, "https://"),
	})
	send(w, r, started.URL)
}

// endSignOn takes the browser back from the provider. A person who may not log in gets to the
// console as well, with the reason.
func (a *App) endSignOn(w http.ResponseWriter, r *http.Request) {
	browser := ""
	if cookie, err := r.Cookie(rest.BrowserCookie); err == nil {
		browser = cookie.Value
	}
	code, err := a.signOn.Callback(r.Context(), r.PathValue("name"), browser, r.URL.Query())
	var refusal *sso.RefusalError
	switch {
	case err == nil:
		send(w, r, signedInPage+"#code="+url.QueryEscape(code))
	case errors.As(err, &refusal):
		a.metrics.SignIn(session.ByProvider, session.Refused)
		slog.InfoContext(r.Context(), "a log-in by a provider was refused", "provider", r.PathValue("name"), "error", err)
		send(w, r, signedInPage+"#reason="+string(refusal.Reason))
	case fault.Is(err, fault.NotFound):
		rest.Refuse(w, r, err)
	default:
		a.metrics.SignIn(session.ByProvider, session.Failed)
		slog.ErrorContext(r.Context(), "a log-in by a provider failed", "provider", r.PathValue("name"), "error", err)
		send(w, r, signedInPage+"#reason="+string(sso.Unavailable))
	}
}

// send redirects a browser. Neither the answer nor the address from which it comes may be kept.
func send(w http.ResponseWriter, r *http.Request, to string) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, to, http.StatusSeeOther)
}
