package hubtest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// pictures is the environment variable with the folder for the pictures of the README, which make
// pictures writes.
const pictures = "FIRMHUB_TEST_PICTURES"

// newDemo returns what serve --demo serves.
func newDemo(t *testing.T) *firmhubtest.App {
	t.Helper()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.ShowDemo = true })
	_, err := demo.Firms(t.Context(), a.DB, a.Passwords.Hash)
	require.NoError(t, err)
	require.NoError(t, demo.Samples(t.Context(), a.DB, a.Files, a.Imports))
	return a
}

// TestPages uses the pages for developers, all on one server with the demo.
func TestPages(t *testing.T) {
	t.Parallel()
	a := newDemo(t)
	owner := a.Login("helena@belavista.example", demo.Password)
	answer := a.REST(http.MethodPost, "/api/v1/webhooks", owner.Token, map[string]any{"name": "Shop", "url": "https://hooks.example.com/"})
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	for name, test := range map[string]func(*testing.T, *firmhubtest.App){"Home": testHome, "Playground": testPlayground, "Phone": testPhone, "Docs": testDocs, "Key": testKey} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, a)
		})
	}
}

func testHome(t *testing.T, a *firmhubtest.App) {
	t.Helper()
	p := openPath(t, a.URL, "/", desktop)
	var text string
	p.eval(t, "document.body.innerText", &text)
	for _, want := range []string{"SQLite", "\ndev\n", demo.Password, "priya@raman.example", "Mateusz Kowalczyk"} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "go1.")
	var paths []string
	p.eval(t, "[...document.links].map((link) => link.pathname)", &paths)
	require.Len(t, paths, 15)
	for _, path := range paths {
		require.Equal(t, http.StatusOK, a.REST(http.MethodGet, path, "", nil).Status, path)
	}
	p.accessible(t, desktop)
	p.shoot(t, "home")
	p.clean(t)
}

// signIn signs in as the console does, and waits until the page has found out who that is.
func (p *page) signIn(t *testing.T, email, password string) {
	t.Helper()
	p.script(t, fmt.Sprintf(`const { logIn } = await import('/assets/access.js'); await logIn(%q, %q);`, email, password))
	p.wait(t, `document.querySelector('#account .who') !== null`)
}

// signOut signs out by the button in the head of the page.
func (p *page) signOut(t *testing.T) {
	t.Helper()
	p.call(t, "click", "#account button")
	p.wait(t, `document.querySelector('#account a')?.textContent === 'Sign in'`)
	p.wait(t, `localStorage.length === 0`)
}

// accessible fails the test on what axe-core finds wrong with the page, in light and in dark.
func (p *page) accessible(t *testing.T, viewport size) {
	t.Helper()
	for _, scheme := range []string{"dark", "light"} {
		p.must(t, "browser.resize", map[string]any{"viewport": viewport, "colorScheme": scheme})
		p.rendered(t)
		var faults []string
		require.NoError(t, json.Unmarshal(p.must(t, "browser.audit", nil), &faults))
		require.Empty(t, faults, scheme)
	}
}

// rendered waits until the page has had time to follow a change of the colour scheme.
func (p *page) rendered(t *testing.T) {
	t.Helper()
	p.script(t, `await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); })`)
}

// show stores what is in the window: in both schemes with the other screenshots, and in the light
// one as a picture of the README.
func (p *page) show(t *testing.T, name string) {
	t.Helper()
	folder, readme := os.Getenv(screenshots), os.Getenv(pictures)
	if folder == "" {
		folder = t.TempDir()
	}
	files := map[string]string{"dark": filepath.Join(folder, name+"-dark.png"), "light": filepath.Join(folder, name+"-light.png")}
	if readme != "" {
		files["light"] = filepath.Join(readme, name+".png")
	}
	for scheme, file := range files {
		p.must(t, "browser.resize", map[string]any{"viewport": desktop, "colorScheme": scheme})
		p.rendered(t)
		p.must(t, "browser.window", map[string]any{"path": file})
		require.FileExists(t, file)
	}
}

// stores fails the test when the browser keeps more of the page than that somebody is signed in, or
// a text in its address. The cookie is one that no script can read.
func (p *page) stores(t *testing.T, url string, signedIn bool) {
	t.Helper()
	var kept struct {
		Page    string
		Cookies int
	}
	require.NoError(t, json.Unmarshal(p.must(t, "browser.stored", nil), &kept))
	var state []any
	require.NoError(t, json.Unmarshal([]byte(kept.Page), &state))
	local, cookies := map[string]any{}, 0
	if signedIn {
		local["firmhub-session"], cookies = "open", 1
	}
	require.Equal(t, []any{local, map[string]any{}, url, nil}, state[:4])
	require.Equal(t, cookies, kept.Cookies)
	var readable string
	p.eval(t, "document.cookie", &readable)
	require.Empty(t, readable)
}
