// Who has signed in by the form in the head of a page, and the headers that requests have from it. Nothing is stored in the browser.

import { Refused, Session, address } from './session.js';

const markup = `
  <form method="post" class="account" aria-label="Sign in">
    <label class="demo" hidden><span class="for-readers">Somebody of the demo</span>
      <select name="demo"><option value="">Demo log-ins</option></select></label>
    <label><span class="for-readers">E-mail</span>
      <input name="email" type="email" autocomplete="username" placeholder="E-mail" required></label>
    <label><span class="for-readers">Password</span>
      <input name="password" type="password" autocomplete="current-password" placeholder="Password" required></label>
    <button type="submit" class="main">Sign in</button>
  </form>
  <div class="account" role="group" aria-label="Signed in" hidden>
    <span class="who"></span>
    <label>Firm <select name="firm"></select></label>
    <button type="button">Sign out</button>
  </div>
  <p class="account-note" role="status"></p>`;

/** Whether the server has refused the credential of a request. GraphQL says so in an answer with 200; log-in with a wrong password is another matter. */
async function isRefusal(response) {
  if (response.status !== 200 || !response.url.endsWith('/graphql')) return response.status === 401;
  const { errors = [] } = await response.clone().json().catch(() => ({}));
  return errors.some(({ path, extensions }) => extensions?.code === 'Unauthorized' && !['login', 'refreshToken'].includes(path?.[0]));
}

/** Account is the sign-in form in an element of a page. It has the event change when somebody has signed in or out, or changed the firm. */
export class Account extends EventTarget {
  /** What the query me answers; undefined while nobody has signed in. */
  me;

  #session;
  #token; // the one that the last request was sent with
  #visited; // the id of a firm that an administrator visits
  #form;
  #inside;
  #firm;
  #note;

  constructor(place) {
    super();
    place.innerHTML = markup;
    [this.#form, this.#inside, this.#note] = place.children;
    this.#firm = this.#inside.querySelector('select');
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#attempt(() => this.#signIn());
    });
    this.#inside.querySelector('button').addEventListener('click', () => this.#attempt(() => this.#signOut()));
    this.#firm.addEventListener('change', () => this.#attempt(() => this.#chooseFirm(this.#firm.value)));
    this.#offer();
  }

  /** Calls the REST API as whoever has signed in, in the chosen firm, and returns the data of the answer. */
  call(method, path, body) {
    return this.#session.call(method, path, body, this.#visit());
  }

  /** Returns the headers to add to a request, none when somebody gave it a credential by hand or nobody has signed in. */
  async headers(given = {}) {
    const names = Object.keys(given).map((name) => name.toLowerCase());
    if (!this.#session || names.includes('authorization') || names.includes('x-api-key')) return {};
    const headers = { Authorization: `Bearer ${await this.#use((session) => session.token())}` };
    return names.includes('x-firm-id') ? headers : { ...headers, ...this.#visit() };
  }

  /** Is fetch for requests with headers of this account: when the server refuses the token, they are sent again with another one. */
  fetch = async (url, request) => {
    const response = await fetch(url, request);
    const sent = this.#token;
    if (!sent || request.headers.Authorization !== `Bearer ${sent}` || !await isRefusal(response)) return response;
    const token = await this.#use((session) => session.tokenAfter(sent)).catch(() => undefined);
    if (!token) return response;
    return fetch(url, { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } });
  };

  /** Returns a token of the session. When that has ended, so has the account. */
  async #use(token) {
    try {
      this.#token = await token(this.#session);
      return this.#token;
    } catch (error) {
      if (this.#session?.ended) this.#leave('The session has ended. Sign in again.');
      throw error;
    }
  }

  #visit() {
    return this.#visited ? { 'X-Firm-Id': this.#visited } : {};
  }

  async #attempt(action) {
    this.#note.textContent = '';
    const controls = [...this.#form.elements, ...this.#inside.querySelectorAll('select, button')];
    for (const control of controls) control.disabled = true;
    try {
      await action();
    } catch (error) {
      this.#note.textContent = error.message;
    } finally {
      for (const control of controls) control.disabled = false;
      this.#form.elements.password.value = '';
    }
  }

  async #signIn() {
    const { email, password } = this.#form.elements;
    this.#session = await Session.login(email.value, password.value);
    const { firstName, lastName } = this.#session.user;
    this.#inside.querySelector('.who').textContent = `${firstName} ${lastName}`;
    await this.#enter();
    await this.#listFirms();
    this.#form.hidden = true;
    this.#inside.hidden = false;
  }

  /** Reads what the session may do in its firm, and tells the page. */
  async #enter() {
    const { me } = await this.#session.query(
      '{ me { user { id } firm { firmId relationId sessionId } isSuperFirm permissions mustChangePassword } }', undefined, this.#visit(),
    );
    this.me = me;
    if (me.mustChangePassword) this.#note.textContent = 'Somebody else typed this password: change it first (changePassword).';
    this.dispatchEvent(new Event('change'));
  }

  /** Lists the user's firms. An administrator of the super-firm can also visit others, by X-Firm-Id. */
  async #listFirms() {
    const own = document.createElement('optgroup');
    own.label = 'Your firms';
    own.append(...this.#session.firms.map(({ firmId, firmName }) => new Option(firmName, firmId)));
    this.#firm.replaceChildren(own);
    this.#firm.value = this.me.firm?.firmId;
    if (!this.me.isSuperFirm) return;
    const visits = document.createElement('optgroup');
    visits.label = 'Visit by X-Firm-Id';
    const { items } = await this.#session.call('POST', '/api/v1/admin/firm/getall', { pageSize: 100 });
    visits.append(...items.filter(({ id }) => !this.#session.firms.some(({ firmId }) => firmId === id))
      .map(({ id, name }) => new Option(name, id)));
    this.#firm.append(visits);
  }

  async #chooseFirm(id) {
    const own = this.#session.firms.find(({ firmId }) => firmId === id);
    const home = this.#visited ? undefined : this.me.firm?.firmId;
    this.#visited = own ? undefined : id;
    if (own && own.firmId !== home) await this.#session.chooseFirm(own);
    await this.#enter();
  }

  async #signOut() {
    try {
      await this.#session.call('POST', '/api/v1/auth/logout');
    } catch (error) {
      if (!(error instanceof Refused && error.status === 401)) throw error; // it had ended
    } finally {
      this.#leave('');
    }
  }

  #leave(note) {
    this.#session = this.me = this.#visited = this.#token = undefined;
    this.#form.hidden = false;
    this.#inside.hidden = true;
    this.#note.textContent = note;
    this.dispatchEvent(new Event('change'));
  }

  /** Offers the people whom firmhub serve --demo prints; nobody on any other server. */
  async #offer() {
    const { password, people } = await (await fetch(address(`${location.pathname}/assets/demo.json`))).json();
    const { demo, email, password: typed } = this.#form.elements;
    demo.append(...people.map((person) => new Option(`${person.name}, ${person.role} of ${person.firm}`, person.email)));
    demo.closest('label').hidden = people.length === 0;
    demo.addEventListener('change', () => {
      email.value = demo.value;
      typed.value = demo.value && password;
    });
  }
}
