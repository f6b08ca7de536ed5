package hubtest_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/demo"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// tryAll presses Execute, as it is, in every GET operation that is for the super-firm or not, and returns the statuses by path.
const tryAll = `(async () => {
  const statuses = {};
  const until = async (find) => {
    for (let i = 0; i < 500; i++) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
    return undefined;
  };
  for (const row of document.querySelectorAll('.opblock-get')) {
    const forAdmins = [...row.querySelectorAll('.access')].some(({ textContent }) => textContent === 'super-firm');
    if (forAdmins !== ADMIN) continue;
    const open = row.querySelector('.opblock-summary-control');
    open.click();
    (await until(() => row.querySelector('.execute'))).click();
    const status = await until(() => row.querySelector('.live-responses-table .response .response-col_status'));
    statuses[row.querySelector('.opblock-summary-path').dataset.path] = status ? status.textContent.trim().slice(0, 3) : 'none';
    open.click();
  }
  return statuses;
})()`

func testDocs(t *testing.T, a *firmhubtest.App) {
	t.Helper()
	p := openPath(t, a.URL, "/docs", desktop)
	p.wait(t, `document.querySelectorAll('.opblock').length > 90`)
	step(t, "Access", func(t *testing.T) {
		var access map[string]string
		p.eval(t, `Object.fromEntries([...document.querySelectorAll('.opblock')].map((row) =>
			[row.id.split('-').pop(), [...row.querySelectorAll('.access')].map(({ textContent }) => textContent).join(', ')]))`, &access)
		for operation, want := range map[string]string{
			"login": "everyone", "me": "signed in", "contact": "", "createFirm": "super-firm", "roles": "Role:View",
		} {
			if want != "" {
				require.Equal(t, want, access[operation], operation)
			}
		}
		require.Equal(t, "Contact:Create, API keys", access["createContact"])
	})
	step(t, "TryEveryGet", func(t *testing.T) {
		fillLists(t, a)
		p.signIn(t, "helena@belavista.example", demo.Password)
		p.tries(t, "false")
	})
	step(t, "Look", func(t *testing.T) {
		p.call(t, "click", ".opblock-get .opblock-summary-control[aria-expanded=false]")
		p.wait(t, `document.querySelector('.opblock.is-open .execute')`)
		p.accessible(t)
		p.show(t, "docs")
		p.clean(t)
	})
	step(t, "TryEveryGetOfTheSuperFirm", func(t *testing.T) {
		p.call(t, "click", "div.account button")
		p.wait(t, `document.querySelector('div.account').hidden`)
		p.signIn(t, firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		p.tries(t, "true")
		p.clean(t)
	})
}

// tries tries the operations of one kind, and checks that each succeeded.
func (p *page) tries(t *testing.T, admin string) {
	t.Helper()
	var statuses map[string]string
	p.eval(t, strings.Replace(tryAll, "ADMIN", admin, 1), &statuses)
	require.Greater(t, len(statuses), 5)
	for path, status := range statuses {
		require.Equal(t, "200", status, path)
	}
}

// fillLists makes one record of each kind that the demo begins without: an API client, a file and an import of it.
func fillLists(t *testing.T, a *firmhubtest.App) {
	t.Helper()
	token := a.Login("helena@belavista.example", demo.Password).Token
	answer := a.REST(http.MethodPost, "/api/v1/ApiClient", token, map[string]any{"name": "Shop"})
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "people.csv")
	require.NoError(t, err)
	_, err = io.WriteString(part, "firstName,lastName\nAda,Lovelace\n")
	require.NoError(t, err)
	require.NoError(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/api/v1/file/upload", &body)
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", form.FormDataContentType())
	answer = a.Do(request)
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	var file struct{ FileID string }
	answer.Into(t, &file)
	answer = a.REST(http.MethodPost, "/api/V1/Contact/import/upload", token, map[string]any{"fileId": file.FileID})
	require.Equal(t, http.StatusAccepted, answer.Status, "%s", answer.Body)
}
