// The API key of the API reader, which goes before whoever is signed in. It is in the memory of the page alone.

import { send } from '/assets/api.js';

const markup = `
  <form method="post" class="form" aria-label="API key">
    <label><span class="for-readers">API key</span>
      <input name="key" type="password" autocomplete="off" placeholder="Try with an API key" required></label>
    <button type="submit" class="button">Use key</button>
  </form>
  <div class="form" role="group" aria-label="API key in use" hidden>
    <span class="in-use"></span>
    <button type="button" class="button">Forget key</button>
  </div>
  <p class="error" role="status"></p>`;

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
  call(method, path, body) {
    return send(fetch, method, path, body, this.headers());
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
      this.#inside.querySelector('.in-use').textContent = `API key ${name} of ${firm.firmName}`;
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
