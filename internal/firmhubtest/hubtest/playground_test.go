package hubtest_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const playgroundPath = "/graphql/playground"

// run executes the operation in the editor, in the place of the result of the one before.
func (p *page) run(t *testing.T) {
	t.Helper()
	p.wait(t, `document.querySelector('.graphiql-execute-button').ariaLabel.startsWith('Execute')`)
	p.script(t, `document.querySelector('.graphiql-response .CodeMirror').CodeMirror.setValue('')`)
	p.call(t, "click", ".graphiql-execute-button")
}

// result waits until the result contains a text.
func (p *page) result(t *testing.T, text string) {
	t.Helper()
	p.wait(t, `document.querySelector('.graphiql-response .CodeMirror')?.CodeMirror.getValue().includes(%q)`, text)
}

func testPlayground(t *testing.T, a *firmhubtest.App) {
	t.Helper()
	p := openPath(t, a.URL, playgroundPath, desktop)
	step(t, "BeforeSignIn", func(t *testing.T) {
		p.wait(t, `document.querySelector('.graphiql-query-editor .CodeMirror')?.CodeMirror.options.lineWrapping`)
		p.call(t, "click", "button[aria-label*='Documentation']")
		p.wait(t, `document.querySelector('.graphiql-plugin').innerText.includes('WalletBalance')`)
		p.call(t, "click", "button[aria-label*='Examples']")
		p.wait(t, `(() => {
			const editor = document.querySelector('.graphiql-query-editor .CodeMirror').CodeMirror;
			editor.setValue('{ wallet');
			editor.focus();
			editor.setCursor(0, 8);
			editor.execCommand('autocomplete');
			return document.querySelector('.CodeMirror-hints')?.innerText.includes('walletBalance');
		})()`)
		p.press(t, "Escape")
	})
	step(t, "SignIn", func(t *testing.T) {
		p.signIn(t, "helena@belavista.example", demo.Password)
		p.call(t, "click", ".examples li:nth-child(1) button")
		p.run(t)
		p.result(t, "helena@belavista.example")
	})
	step(t, "Renew", func(t *testing.T) {
		p.clean(t)
		for _, status := range []string{"401", "200"} {
			p.script(t, `const real = window.fetch;
				window.fetch = async () => {
					window.fetch = real;
					return new Response('{}', { status: `+status+`, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
				};`)
			p.run(t)
			p.requests(t, "/api/v1/auth/console/refresh")
			p.result(t, "helena@belavista.example")
		}
	})
	step(t, "Subscribe", func(t *testing.T) {
		p.example(t, "Watch the unread count")
		p.run(t)
		p.result(t, `"unreadCountChanged": 0`)
		session := a.Login("helena@belavista.example", demo.Password)
		raise(t, a, session.Token, "To the playground", session.User.ID)
		p.result(t, `"unreadCountChanged": 1`)
		p.call(t, "click", ".graphiql-execute-button") // ends it
	})
	step(t, "Examples", func(t *testing.T) {
		var faults []string
		p.eval(t, `(async () => {
			const { areas } = await import('/graphql/playground/assets/examples.js');
			const { buildClientSchema, getIntrospectionQuery, parse, validate } = GraphiQL.GraphQL;
			const send = async (body) => (await fetch('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
			const schema = buildClientSchema((await send({ query: getIntrospectionQuery() })).data);
			return areas.flatMap(([area, examples]) => examples.flatMap(({ name, query }) => validate(schema, parse(query)).map((fault) => name + ': ' + fault.message)));
		})()`, &faults)
		require.Empty(t, faults)
		p.runExamples(t, false)
	})
	step(t, "Look", func(t *testing.T) {
		p.example(t, "Newest contacts")
		p.run(t)
		p.result(t, `"hasNextPage": true`)
		p.accessible(t, desktop)
		p.show(t, "playground")
		p.stores(t, a.URL+playgroundPath, true)
		p.clean(t)
	})
	step(t, "Firm", func(t *testing.T) {
		p.signOut(t)
		p.signIn(t, "priya@raman.example", demo.Password)
		p.example(t, "Who am I")
		for _, firm := range []string{"Weitblick Reisen", "Torrefação Bela Vista"} {
			p.enter(t, firm)
			p.run(t)
			p.result(t, `"firmName": "`+firm)
		}
	})
	step(t, "Visit", func(t *testing.T) {
		p.signOut(t)
		p.signIn(t, firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		p.runExamples(t, true)
		p.example(t, "Who am I")
		p.script(t, `const { account } = await import('/assets/account.js');
			const { items } = await account.call('POST', '/api/v1/admin/firm/getall', { pageSize: 100 });
			sessionStorage.setItem('firmhub-visit', items.find(({ name }) => name === 'Weitblick Reisen').id);`)
		p.run(t)
		p.result(t, `"firmName": "Weitblick Reisen`)
		p.clean(t)
	})
	step(t, "EndedElsewhere", func(t *testing.T) {
		// Of somebody whose sessions no other test uses at the same time.
		p.signOut(t)
		p.signIn(t, "priya@raman.example", demo.Password)
		session := a.Login("priya@raman.example", demo.Password)
		ended := a.REST(http.MethodDelete, "/api/v1/auth/sessions", session.Token, nil)
		require.Equal(t, http.StatusOK, ended.Status, "%s", ended.Body)
		p.run(t)
		p.wait(t, `document.querySelector('#account .note')?.textContent.includes('ended')`)
		p.wait(t, `localStorage.length === 0`)
	})
}

// testPhone uses the playground on a phone.
func testPhone(t *testing.T, a *firmhubtest.App) {
	t.Helper()
	p := openPath(t, a.URL, playgroundPath, phone)
	p.wait(t, `document.querySelector('.graphiql-response .CodeMirror')?.CodeMirror.options.lineWrapping`)
	p.signIn(t, "annika@weitblick.example", demo.Password)
	p.call(t, "click", "button[aria-label='Show Examples']")
	p.accessible(t, phone)
	p.example(t, "Newest contacts")
	p.wait(t, `!document.querySelector('button[aria-label="Hide Examples"]')`)
	p.run(t)
	p.result(t, `"totalCount"`)
	// All of it is as wide as the window, and the result is in it.
	p.wait(t, `['query-editor', 'editor-tool', 'execute-button', 'response'].every((part) => {
		const { left, right, width, height } = document.querySelector('.graphiql-' + part).getBoundingClientRect();
		return left >= 0 && right <= innerWidth && width >= 40 && height >= 40;
	}) && document.querySelector('.graphiql-response').getBoundingClientRect().top < innerHeight`)
	p.accessible(t, phone)
	p.shoot(t, "playground-full")
	p.clean(t)
}

// runExamples runs the queries and mutations of the sidebar as they are: those for the super-firm,
// or the others.
func (p *page) runExamples(t *testing.T, superFirm bool) {
	t.Helper()
	var examples []struct{ Name, Query string }
	p.eval(t, fmt.Sprintf(`import('/graphql/playground/assets/examples.js').then(({ areas }) => areas
		.filter(([area]) => area.includes('super-firm') === %t)
		.flatMap(([, examples]) => examples.filter(({ query }) => !query.startsWith('subscription'))))`, superFirm), &examples)
	require.Greater(t, len(examples), 5)
	for _, example := range examples {
		p.example(t, example.Name)
		p.wait(t, `document.querySelector('.graphiql-query-editor .CodeMirror').CodeMirror.getValue() === %q`, example.Query)
		p.run(t)
		p.wait(t, `document.querySelector('.graphiql-response .CodeMirror').CodeMirror.getValue().endsWith('}')`)
		var result struct{ Errors []any }
		p.eval(t, `JSON.parse(document.querySelector('.graphiql-response .CodeMirror').CodeMirror.getValue())`, &result)
		require.Empty(t, result.Errors, example.Name)
	}
}

// example shows an example of the sidebar in the editor.
func (p *page) example(t *testing.T, name string) {
	t.Helper()
	p.script(t, `[...document.querySelectorAll('.examples button')].find((button) => button.textContent.endsWith("`+name+`")).click()`)
}

// enter enters a firm as another tab with the console does.
func (p *page) enter(t *testing.T, firm string) {
	t.Helper()
	p.script(t, fmt.Sprintf(`const { account } = await import('/assets/account.js');
		const { me } = await account.query('{ me { firms { relationId sessionId firmName } } }');
		const { relationId, sessionId } = me.firms.find(({ firmName }) => firmName === %q);
		const input = { userId: account.me.user.id, relationId, sessionId };
		await account.query('mutation ($input: SetFirmInput!) { setFirm(input: $input) { firmId } }', { input });
		new BroadcastChannel('firmhub-session').postMessage('firm');`, firm))
	p.wait(t, `document.querySelector('.who small')?.textContent === %q`, firm)
}
