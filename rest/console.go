package rest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// consoleBase is the path of the routes of the console, and of the cookie.
	consoleBase = "/api/v1/auth/console"
	// refreshCookie is the cookie with the refresh token of the console.
	refreshCookie = "firmhub_refresh"
	// refreshField is the field with the refresh token in bodies and in data.
	refreshField = "refreshToken"
	// factorField is the field of a log-in that still needs a second factor.
	factorField = "mfaToken"
	// BrowserCookie binds a log-in by a provider to a browser. browserField is the field with it.
	BrowserCookie = "firmhub_oidc"
	browserField  = "browser"
	// cookieLife is the life of a refresh token, session.RefreshLife.
	cookieLife = 30 * 24 * time.Hour
)

// forConsole returns the route as the console calls it. The refresh token is in a cookie, which no
// script can read, and neither in the body nor in the data.
func (r *route) forConsole() *route {
	console := *r
	console.inCookie = true
	console.takesCookie = slices.ContainsFunc(r.declarations(), func(d declaration) bool { return d.name == refreshField })
	console.OptionalBody = r.OptionalBody || console.takesCookie
	return &console
}

// checkOrigin refuses a request that no page of this server sends. Browsers add Origin to every
// POST. A proxy may have taken TLS away, so that Origin alone does not tell whether its scheme is
// that of this server; the browser says so in Sec-Fetch-Site.
func checkOrigin(request *http.Request) error {
	page, err := url.Parse(request.Header.Get("Origin"))
	own := err == nil && page.Host != "" && strings.EqualFold(page.Host, request.Host)
	if site := request.Header.Get("Sec-Fetch-Site"); own && (site == "" || site == "same-origin") {
		return nil
	}
	return fault.New(fault.Forbidden, "Only pages of this server may call this.")
}

// readCookie puts the refresh token of the cookie into the values of a request, or the cookie of a
// log-in by a provider: only the browser that began it may end it in the console.
func (r *route) readCookie(sent map[string]any, request *http.Request) error {
	delete(sent, refreshField)
	if slices.Contains(r.Omit, browserField) {
		sent[browserField] = ""
		if cookie, err := request.Cookie(BrowserCookie); err == nil {
			sent[browserField] = cookie.Value
		}
	}
	if !r.takesCookie {
		return nil
	}
	cookie, err := request.Cookie(refreshCookie)
	if err != nil || cookie.Value == "" {
		return fault.New(fault.Unauthorized, "You are not signed in.")
	}
	sent[refreshField] = cookie.Value
	return nil
}

// moveToCookie removes the refresh token from the data of a success, and sets it as the cookie. If
// the data has none, the session has ended, and so has the cookie.
//
// If a log-in still needs a second factor, the cookie stays as it is: it may be of another session.
//
// A refused request leaves the cookie alone: it may be the older of two requests, and the browser
// would drop the cookie of the other.
func moveToCookie(w http.ResponseWriter, request *http.Request, data []byte) ([]byte, error) {
	if gjson.GetBytes(data, dataAlias+"."+factorField).Exists() {
		return data, nil
	}
	cookie := &http.Cookie{
		Name: refreshCookie, Path: consoleBase, HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: -1,
		// The origin is of this server, so its scheme is that of the address bar, also behind a
		// proxy.
		Secure: strings.HasPrefix(request.Header.Get("Origin"), "https://"),
	}
	if token := gjson.GetBytes(data, dataAlias+"."+refreshField); token.Exists() {
		member := []byte(`"` + refreshField + `":` + token.Raw + ",")
		if token.Str == "" || bytes.Count(data, member) != 1 {
			return nil, fmt.Errorf("rest: the refresh token of %s can't be removed from the data", request.URL.Path)
		}
		data = bytes.Replace(data, member, nil, 1)
		cookie.Value, cookie.MaxAge = token.Str, int(cookieLife.Seconds())
	}
	http.SetCookie(w, cookie)
	return data, nil
}
