// The API key in the head of the API reader, in the place of somebody who signs in. Nothing is stored in the browser.

import { send } from './session.js';

const markup = `
  <form method="post" class="account" aria-label="API key">
    <label><span class="for-readers">API key</span>
      <input name="key" type="password" autocomplete="off" placeholder="or an API key" required></label>
    <button type="submit">Use key</button>
  </form>
  <div class="account" role="group" aria-label="API key in use" hidden>
    <span class="who"></span>
    <button type="button">Forget key</button>
  </div>
  <p class="account-note" role="status"></p>`;

/** Key is the form for an API key in an element of a page. It has the event change when there is a key, or none any more. */
export class Key extends EventTarget {
  /** What the key may do, in the form of Account's me; undefined while there is no key. */
  me;

  #key;
  #form;
  #inside;
  #note;

  constructor(place) {
    super();
    place.innerHTML = markup;
    [this.#form, this.#inside, this.#note] = place.children;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#use();
    });
    this.#inside.querySelector('button').addEventListener('click', () => this.#forget());
  }

  /** Calls the REST API with the key, and returns the data of the answer. */
  async call(method, path, body) {
    return (await send(method, path, null, body, this.headers())).data;
  }

  /** Returns the headers to add to a request, none when somebody gave it a credential by hand. */
  headers(given = {}) {
    const typed = Object.keys(given).some((name) => ['authorization', 'x-api-key'].includes(name.toLowerCase()));
    return typed ? {} : { 'X-Api-Key': this.#key };
  }

  async #use() {
    const { key } = this.#form.elements;
    this.#note.textContent = '';
    this.#key = key.value.trim();
    key.value = '';
    try {
      const { name, firm, permissions } = await this.call('GET', '/api/v1/ApiClient/self');
      this.#inside.querySelector('.who').textContent = `API key ${name} of ${firm.firmName}`;
      this.#change({ user: {}, permissions, isSuperFirm: false });
    } catch (error) {
      this.#key = undefined;
      this.#note.textContent = error.message;
    }
  }

  #forget() {
    this.#key = undefined;
    this.#change(undefined);
  }

  #change(me) {
    this.me = me;
    this.#form.hidden = Boolean(me);
    this.#inside.hidden = !me;
    this.dispatchEvent(new Event('change'));
  }
}
