package hubtest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// tryOne opens an operation, presses Execute in it as it is, and returns the status of the answer.
const tryOne = `(async () => {
  const until = async (find) => {
    for (let i = 0; i < 1000; i++) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
    return undefined;
  };
  if (!document.getElementById(ID)) document.getElementById(ID.replace(/^operations-(.+)-[^-]+$/, 'operations-tag-$1')).click();
  const row = await until(() => document.getElementById(ID));
  const open = row.querySelector('.opblock-summary-control');
  open.click();
  // The descriptions of refusals are there when the operation's references are resolved.
  await until(() => row.querySelector('[data-code="500"] .response-col_description__inner')?.textContent.trim());
  row.querySelector('.execute').click();
  const status = await until(() => row.querySelector('.live-responses-table .response .response-col_status'));
  open.click();
  return status ? status.textContent.trim().slice(0, 3) : 'no answer';
})()`

// eachArea opens each area of operations, calls READ with the rows of its operations, and returns
// all that it returns. Only one area is open at a time, as each change of one operation renders all
// that are in the page.
const eachArea = `(async () => {
  const all = [];
  for (const id of [...document.querySelectorAll('h3.opblock-tag')].map((tag) => tag.id)) {
    const area = () => document.getElementById(id).closest('.opblock-tag-section');
    if (document.getElementById(id).dataset.isOpen === 'false') document.getElementById(id).click();
    while (!area().querySelector('.opblock')) await new Promise((resolve) => { setTimeout(resolve, 20); });
    all.push(...[...area().querySelectorAll('.opblock')].flatMap((row) => (READ)(row, id)));
    document.getElementById(id).click();
    while (area().querySelector('.opblock')) await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  return all;
})()`

// closeAreas closes all areas of operations.
const closeAreas = `[...document.querySelectorAll('h3.opblock-tag[data-is-open=true]')].forEach((tag) => tag.click())`

func testDocs(t *testing.T, a *firmhubtest.App) {
	t.Helper()
	p := openPath(t, a.URL, "/docs", desktop)
	p.wait(t, `document.querySelectorAll('h3.opblock-tag').length > 10`)
	p.wait(t, `document.querySelector('.scheme-container').offsetHeight === 0`) // where nothing is left to show
	step(t, "Access", func(t *testing.T) {
		var access map[string]string
		p.eval(t, `(async () => Object.fromEntries(await `+strings.Replace(eachArea, "READ", `(row) =>
			[[row.id.split('-').pop(), [...row.querySelectorAll('.access')].map(({ textContent }) => textContent).join(', ')]]`, 1)+`))()`, &access)
		require.Greater(t, len(access), 90)
		for operation, want := range map[string]string{
			"login": "everyone", "getMe": "signed in", "createFirm": "super-firm", "getRoles": "Role:View", "getOwnApiClient": "API keys alone",
		} {
			require.Equal(t, want, access[operation], operation)
		}
		require.Equal(t, "Contact:Create, API keys", access["createContact"])
	})
	step(t, "TryEveryGet", func(t *testing.T) {
		p.signIn(t, "helena@belavista.example", demo.Password)
		p.wait(t, `document.documentElement.dataset.ids === 'filled'`)
		p.tries(t, false)
	})
	step(t, "Look", func(t *testing.T) {
		p.script(t, closeAreas)
		p.call(t, "click", "#operations-tag-Contacts")
		const operation = "#operations-Contacts-getContact"
		p.wait(t, `document.querySelector(%q) !== null`, operation)
		p.call(t, "focus", operation+" .opblock-summary-control")
		p.press(t, "Enter")
		p.wait(t, `document.querySelector(%q) !== null`, operation+" .execute")
		p.accessible(t, desktop)
		p.call(t, "click", operation+" .btn-clear") // no token in a picture
		p.script(t, `await scrollTo(0, document.querySelector('#operations-tag-Contacts').offsetTop)`)
		p.show(t, "docs")
		p.shoot(t, "docs-full")
		p.clean(t)
	})
	step(t, "TryEveryGetOfTheSuperFirm", func(t *testing.T) {
		p.signOut(t)
		p.signIn(t, firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		p.wait(t, `document.documentElement.dataset.ids === 'filled'`)
		p.tries(t, true)
		p.clean(t)
	})
}

// testKey uses the API reader with an API key.
func testKey(t *testing.T, a *firmhubtest.App) {
	t.Helper()
	owner := a.Login("annika@weitblick.example", demo.Password)
	answer := a.REST(http.MethodPost, "/api/v1/ApiClient", owner.Token, map[string]any{"name": "Reader", "permissions": []string{"Contact:View"}})
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	var made struct{ APIKey string }
	answer.Into(t, &made)
	p := openPath(t, a.URL, "/docs", phone)
	p.wait(t, `document.querySelectorAll('h3.opblock-tag').length > 10`)
	p.call(t, "fill", "[name=key]", "fh_wrong")
	p.call(t, "press", "[name=key]", "Enter")
	p.wait(t, `document.querySelector('#key .error').textContent !== ''`)
	p.reported(t)
	p.call(t, "fill", "[name=key]", made.APIKey)
	p.call(t, "press", "[name=key]", "Enter")
	p.wait(t, `document.documentElement.dataset.ids === 'filled'`)
	p.text(t, "#key .in-use", "API key Reader of Weitblick Reisen")
	for operation, want := range map[string]string{
		"operations-Contacts-getContact": "200", "operations-API_clients-getOwnApiClient": "200", "operations-Roles-getRoles": "401",
	} {
		p.status(t, operation, want)
	}
	p.reported(t)
	p.accessible(t, phone)
	// It goes before whoever is signed in, who is there again without it.
	p.signIn(t, "annika@weitblick.example", demo.Password)
	p.status(t, "operations-Wallet-getWalletBalance", "401")
	p.reported(t)
	p.call(t, "click", "#key div.form button")
	p.wait(t, `document.documentElement.dataset.ids === 'filled' && document.querySelector('[name=key]').value === ''`)
	p.status(t, "operations-Users-getUserPage", "200")
	p.stores(t, a.URL+"/docs#/", true) // where no operation is open
	p.clean(t)
}

// status executes an operation as it is, and checks the status of the answer.
func (p *page) status(t *testing.T, operation, want string) {
	t.Helper()
	var status string
	p.eval(t, strings.ReplaceAll(tryOne, "ID", strconv.Quote(operation)), &status)
	require.Equal(t, want, status, operation)
}

// tries executes the GET operations that are for the super-firm, or those that are not, and checks
// that each succeeds.
func (p *page) tries(t *testing.T, superFirm bool) {
	t.Helper()
	var rows []struct{ Tag, ID string }
	p.eval(t, strings.Replace(eachArea, "READ", fmt.Sprintf(`(row, area) => (row.classList.contains('opblock-get') &&
		!row.querySelector('.access.keys') &&
		[...row.querySelectorAll('.access')].some(({ textContent }) => textContent === 'super-firm') === %t ? [{ Tag: area, ID: row.id }] : [])`,
		superFirm), 1), &rows)
	require.Greater(t, len(rows), 5)
	tag := ""
	for _, row := range rows {
		if row.Tag != tag {
			tag = row.Tag
			p.script(t, closeAreas)
			p.call(t, "click", "#"+tag)
		}
		p.wait(t, `document.getElementById(%q) !== null`, row.ID)
		p.status(t, row.ID, "200")
	}
}
