package hubtest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// screenshots is the environment variable with the folder where the tests of the page store what it
// looks like.
const screenshots = "FIRMHUB_TEST_SCREENSHOTS"

// page is a page in Chromium.
type page struct {
	*client

	origins []string // whose requests are expected
}

type size struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

var (
	desktop = size{1280, 800}
	phone   = size{390, 844}
)

// openPage opens the page for notifications of the server at a URL, which may send requests to
// other origins too.
func openPage(t *testing.T, url string, viewport size, origins ...string) *page {
	t.Helper()
	return openPath(t, url, "/notifications-demo", viewport, origins...)
}

// openPath is openPage for any page.
func openPath(t *testing.T, url, path string, viewport size, origins ...string) *page {
	t.Helper()
	p := &page{newClient(t, "browser.close"), append(origins, url)}
	p.must(t, "browser.open", map[string]any{
		"executable": chromium(t), "url": url + path, "viewport": viewport, "colorScheme": "light",
	})
	return p
}

// chromium returns the path of the browser.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	require.Fail(t, "there is no Chromium: make test installs it")
	return ""
}

func (p *page) call(t *testing.T, method string, args ...any) {
	t.Helper()
	p.must(t, "browser.call", map[string]any{"method": method, "args": args})
}

// wait waits until an expression in the page is true.
func (p *page) wait(t *testing.T, expression string, args ...any) {
	t.Helper()
	p.must(t, "browser.wait", map[string]any{"expression": fmt.Sprintf(expression, args...)})
}

// text waits until an element has this text.
func (p *page) text(t *testing.T, selector, want string) {
	t.Helper()
	p.wait(t, `document.querySelector(%q)?.textContent.trim() === %q`, selector, want)
}

// eval decodes the value of an expression in the page.
func (p *page) eval(t *testing.T, expression string, into any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(p.must(t, "browser.evaluate", map[string]any{"expression": expression}), into))
}

// script runs statements in the page, and ignores what they return: a newer browser may return
// something else.
func (p *page) script(t *testing.T, statements string) {
	t.Helper()
	p.must(t, "browser.evaluate", map[string]any{"expression": "(async () => { " + statements + " })()"})
}

func (p *page) press(t *testing.T, keys ...string) {
	t.Helper()
	p.must(t, "browser.press", map[string]any{"keys": keys})
}

// logIn signs in and waits until the page is connected.
func (p *page) logIn(t *testing.T, email, password string) {
	t.Helper()
	p.signIn(t, email, password)
	p.connected(t)
}

func (p *page) connected(t *testing.T) {
	t.Helper()
	p.wait(t, `document.getElementById('state').dataset.state === 'connected'`)
}

// raise raises a notification by the form of the page.
func (p *page) raise(t *testing.T, title string) {
	t.Helper()
	p.call(t, "fill", "#raise [name=title]", title)
	p.call(t, "click", "#raise button.main")
}

// clean fails the test on errors in the console, requests that failed, and requests to others.
func (p *page) clean(t *testing.T) {
	t.Helper()
	for _, e := range p.takeAll() {
		var text string
		require.NoError(t, json.Unmarshal(e.data, &text))
		if e.name != "request" {
			require.Fail(t, "the page is not clean", "%s %s", e.name, text)
		}
		require.True(t, p.expects(text), "a request to somebody else: %s", text)
	}
}

// reported waits until the browser reports that the server has refused a request, and forgets what
// else it reports of that.
func (p *page) reported(t *testing.T) {
	t.Helper()
	p.next(t, "console")
	p.tolerate(t)
}

// tolerate forgets what went wrong while there was no network, or a request was refused. What the
// page's own code throws is an error all the same.
func (p *page) tolerate(t *testing.T) {
	t.Helper()
	for _, e := range p.takeAll() {
		require.NotEqual(t, "pageerror", e.name, "%s", e.data)
	}
}

func (p *page) takeAll() (all []event) {
	for {
		e, ok := p.take([]string{"console", "pageerror", "request", "requestfailed"})
		if !ok {
			return all
		}
		all = append(all, e)
	}
}

// requests waits until the page requests a path.
func (p *page) requests(t *testing.T, path string) {
	t.Helper()
	for found := false; !found; {
		found = strings.Contains(string(p.next(t, "request").data), path)
	}
}

func (p *page) expects(url string) bool {
	if strings.HasPrefix(url, "data:") {
		return true
	}
	for _, origin := range p.origins {
		if strings.HasPrefix(url, origin+"/") || strings.HasPrefix(url, strings.Replace(origin, "http", "ws", 1)+"/") {
			return true
		}
	}
	return false
}

// shoot stores what the page looks like, light and dark, at both sizes, and checks that it is as
// wide as the window.
func (p *page) shoot(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv(screenshots)
	if folder == "" {
		folder = t.TempDir()
	}
	for _, viewport := range []size{phone, desktop} {
		for _, scheme := range []string{"dark", "light"} {
			p.must(t, "browser.resize", map[string]any{"viewport": viewport, "colorScheme": scheme})
			p.wait(t, `document.documentElement.scrollWidth <= %d`, viewport.Width)
			file := filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", name, viewport.Width, scheme))
			p.must(t, "browser.screenshot", map[string]any{"path": file})
			require.FileExists(t, file)
		}
	}
}

// TestPage uses the page as people do, in two windows.
func TestPage(t *testing.T) {
	t.Parallel()
	a, owner := newApp(t)
	through := newProxy(t, host(a.URL))
	first, second := openPage(t, through.URL, desktop), openPage(t, a.URL, phone)
	first.shoot(t, "outside")

	step(t, "LogIn", func(t *testing.T) {
		first.text(t, "#enter", "Sign in")
		first.logIn(t, owner.User.Email, firmhubtest.OwnerPassword)
		second.logIn(t, owner.User.Email, firmhubtest.OwnerPassword)
		first.wait(t, `document.querySelector('.who').textContent.startsWith('Olga Owner')`)
		first.wait(t, `!document.getElementById('empty').hidden`)
	})
	step(t, "Raise", func(t *testing.T) {
		const title = `<img src=x onerror="throw 1"> & co`
		first.raise(t, title)
		for _, p := range []*page{first, second} {
			p.text(t, ".toast .title", title)
			p.text(t, "#unread", "1")
			p.text(t, ".notification.unread .title", title)
			p.wait(t, `document.title.startsWith('(1)')`)
		}
		first.raise(t, "Second one")
		second.text(t, "#list > :first-child .title", "Second one")
		second.text(t, "#unread", "2")
		first.shoot(t, "inbox")
	})
	step(t, "MarkRead", func(t *testing.T) {
		second.call(t, "click", "#list > :first-child .read")
		for _, p := range []*page{second, first} {
			p.text(t, "#unread", "1")
			p.wait(t, `document.querySelectorAll('.notification').length === 2 && document.querySelectorAll('.notification.unread').length === 1`)
		}
		second.raise(t, "Third one")
		first.text(t, "#unread", "2")
		first.call(t, "focus", "#read-all")
		first.press(t, "Enter")
		for _, p := range []*page{first, second} {
			p.text(t, "#unread", "0")
			p.wait(t, `document.querySelectorAll('.notification').length === 3 && !document.querySelector('.notification.unread')`)
		}
	})
	step(t, "Toasts", func(t *testing.T) {
		second.wait(t, `document.querySelectorAll('.toast').length > 0`)
		second.wait(t, `(document.querySelector('.toast button')?.click(), !document.querySelector('.toast'))`)
	})
	step(t, "Nothing stored", func(t *testing.T) {
		first.stores(t, through.URL+"/notifications-demo", true)
		first.clean(t)
		second.clean(t)
	})
	step(t, "Reconnect", func(t *testing.T) {
		through.to("")
		first.wait(t, `document.getElementById('state').dataset.state === 'connecting'`)
		raise(t, a, owner.Token, "While you were away", "")
		second.text(t, "#list > :first-child .title", "While you were away")
		through.to(host(a.URL))
		first.connected(t)
		first.text(t, "#list > :first-child .title", "While you were away")
		first.text(t, "#unread", "1")
		first.tolerate(t)
	})
	step(t, "Transports", func(t *testing.T) {
		for _, w := range []way{
			{transport: "WebSockets", protocol: "messagepack"},
			{transport: "LongPolling", protocol: "messagepack"},
			{transport: "LongPolling", protocol: "json"},
			{transport: "ServerSentEvents", protocol: "json"},
			{transport: "WebSockets", protocol: "json"},
		} {
			second.choose(t, w)
			title := w.transport + " " + w.protocol
			second.raise(t, title)
			second.text(t, "#list > :first-child .title", title)
			first.text(t, "#list > :first-child .title", title)
		}
		// Who chooses again before the connection has closed gets what was chosen last.
		second.script(t, `const select = document.getElementById('transport');
			for (const value of ['WebSockets', 'LongPolling']) {
				select.value = value;
				select.dispatchEvent(new Event('change'));
			}`)
		second.wait(t, `document.getElementById('state').textContent === 'Connected: LongPolling, JSON'`)
		second.choose(t, way{transport: "WebSockets", protocol: "json"})
		second.tolerate(t) // polls are broken off
	})
	step(t, "LoadMore", func(t *testing.T) {
		for i := range 25 {
			raise(t, a, owner.Token, fmt.Sprint("Batch ", i), "")
		}
		first.text(t, "#list > :first-child .title", "Batch 24")
		third := openPage(t, a.URL, desktop)
		third.logIn(t, owner.User.Email, firmhubtest.OwnerPassword)
		third.wait(t, `document.querySelectorAll('.notification').length === 20`)
		third.call(t, "click", "#more")
		third.wait(t, `document.querySelectorAll('.notification').length === 34 && document.getElementById('more').hidden`)
		third.wait(t, `(() => {
			const [connection, raise, inbox] = ['connection', 'raise', 'inbox'].map((id) => document.getElementById(id).getBoundingClientRect());
			return raise.top - connection.bottom < 20 && inbox.bottom >= raise.bottom;
		})()`)
		third.call(t, "click", "#toggle")
		third.wait(t, `document.getElementById('state').dataset.state === 'closed'`)
		raise(t, a, owner.Token, "Between", "")
		third.call(t, "click", "#toggle")
		third.text(t, "#list > :first-child .title", "Between")
		third.clean(t)
	})
	step(t, "LogOut", func(t *testing.T) {
		second.call(t, "click", "#account button")
		second.wait(t, `!document.getElementById('outside').hidden && document.getElementById('inside').hidden`)
		second.wait(t, `!document.querySelector('.notification')`)
		second.stores(t, a.URL+"/notifications-demo", false)
		second.tolerate(t)
		// Ended by somebody else: the server closes the connection, and the page stays closed.
		ended := a.REST(http.MethodDelete, "/api/v1/auth/sessions", owner.Token, nil)
		require.Equal(t, http.StatusOK, ended.Status, "%s", ended.Body)
		first.wait(t, `document.getElementById('state').dataset.state === 'closed'`)
		first.call(t, "click", "#toggle")
		first.wait(t, `document.getElementById('state').dataset.state === 'closed'`)
		first.raise(t, "Too late")
		first.wait(t, `!document.getElementById('outside').hidden`)
		first.tolerate(t)
	})
}

// choose selects a transport and a protocol, and waits for the connection.
func (p *page) choose(t *testing.T, w way) {
	t.Helper()
	p.call(t, "selectOption", "#transport", w.transport)
	if w.transport != "ServerSentEvents" {
		p.call(t, "selectOption", "#protocol", w.protocol)
	}
	p.wait(t, `document.getElementById('state').textContent.startsWith('Connected: %s, %s')`, w.transport,
		map[string]string{"json": "JSON", "messagepack": "MessagePack"}[w.protocol])
}

// TestPage_Renewal lets the access token of the page expire: it gets another one by the cookie.
func TestPage_Renewal(t *testing.T) {
	t.Parallel()
	a, owner := newApp(t, shortLived)
	p := openPage(t, a.URL, desktop)
	p.logIn(t, owner.User.Email, firmhubtest.OwnerPassword)
	p.clean(t)
	p.requests(t, "/api/v1/auth/console/refresh")
	p.requests(t, "/notificationhub/negotiate")
	p.connected(t)
	raise(t, a, renew(t, a, owner), "Still here", "")
	p.text(t, "#list > :first-child .title", "Still here")
	p.clean(t)
}
