// Who is signed in, in the head of the page. The session is that of the console, which has the form to sign in.

import { accessToken, begin, changes, refresh, signOut, state } from './access.js';
import { Refused, send } from './api.js';
import { authorizedFetch, sessionHeaders } from './authorized.js';

const place = document.getElementById('account');

/** Returns an element with texts and elements in it. */
function element(name, properties, ...content) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

/** Account has the event change when somebody has signed in or out, or is in another firm. */
class Account extends EventTarget {
  /** What the query me answers; undefined while nobody is signed in. */
  me;

  #begun;
  #entered; // the last request for me
  #asked = 0; // how often me was asked; what was asked before counts no more

  constructor() {
    super();
    changes.addEventListener('state', () => {
      if (state() === 'out') this.#leave();
      else if (!this.me) this.#entered = this.#enter();
    });
    changes.addEventListener('moved', () => {
      if (state() === 'in') this.#entered = refresh().then(() => this.#enter());
    });
    this.#begun = begin();
  }

  /** Resolves once it is known who is signed in. */
  get ready() {
    return this.#begun.then(() => this.#entered);
  }

  /** Calls the REST API as whoever is signed in, and returns the data of the answer. */
  call(method, path, body) {
    return send(authorizedFetch, method, path, body);
  }

  /** Runs a GraphQL operation and returns its data. */
  async query(query, variables) {
    const response = await authorizedFetch('/graphql', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    if (errors) throw new Refused(response.status, errors[0].message);
    return data;
  }

  /** Returns the headers to add to a request, none when somebody gave it a credential by hand or nobody is signed in. */
  async headers(given = {}) {
    await this.ready;
    const byHand = Object.keys(given).some((name) => ['authorization', 'x-api-key'].includes(name.toLowerCase()));
    return this.me && !byHand ? sessionHeaders(Object.keys(given)) : {};
  }

  /** Is fetch as whoever is signed in. A token that the server refuses is renewed once. */
  fetch = authorizedFetch;

  /** Returns an access token, or an empty text when the session has ended. */
  token = accessToken;

  async #enter() {
    const asked = ++this.#asked;
    try {
      const { me } = await this.query(
        '{ me { user { id firstName lastName } firm { firmId relationId sessionId firmName } isSuperFirm permissions mustChangePassword } }',
      );
      if (asked !== this.#asked) return;
      this.#show(me);
    } catch (error) {
      if (asked === this.#asked) place.replaceChildren(element('span', { className: 'note', role: 'status' }, error.message), toConsole('Open the console'));
    }
  }

  #show(me) {
    const { user, firm, mustChangePassword } = this.me = me;
    const leave = element('button', { type: 'button', className: 'button' }, 'Sign out');
    leave.addEventListener('click', () => {
      this.me = undefined;
      signOut().catch(() => undefined); // then the page shows that the user is still signed in
    });
    place.replaceChildren(
      element('span', { className: 'who' }, `${user.firstName} ${user.lastName}`, firm ? element('small', {}, firm.firmName) : ''),
      mustChangePassword || !firm ? toConsole(mustChangePassword ? 'Change your password' : 'Choose a firm') : '',
      leave,
    );
    this.dispatchEvent(new Event('change'));
  }

  #leave() {
    this.#asked++;
    const ended = Boolean(this.me);
    this.me = undefined;
    place.replaceChildren(ended ? element('span', { className: 'note', role: 'status' }, 'The session has ended.') : '', toConsole('Sign in'));
    this.dispatchEvent(new Event('change'));
  }
}

/** Returns a link to the console, which leads back to where the user was. */
export function toConsole(text) {
  const link = element('a', { className: 'button main' }, text);
  const follow = () => { link.href = `/console?${new URLSearchParams({ next: location.pathname + location.hash })}`; };
  for (const event of ['pointerdown', 'focus', 'click']) link.addEventListener(event, follow);
  follow();
  return link;
}

export const account = new Account();
