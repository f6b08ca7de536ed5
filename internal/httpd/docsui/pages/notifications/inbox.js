// The list of notifications, the newest first.

const pageSize = 20;
const maxLength = 500; // what comes then takes the place of all

const page = `query ($first: Int, $after: Cursor) {
  notifications(first: $first, after: $after) {
    edges { node { id module title message status createdAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;

const list = document.getElementById('list');
const template = document.getElementById('item');
const empty = document.getElementById('empty');
const more = document.getElementById('more');

/** Inbox shows notifications, each once; markRead(id) is called when somebody wants one marked. */
export class Inbox {
  #account;
  #markRead;
  #items = new Map(); // id → the element
  #cursor;
  #loads = 0;

  constructor(account, markRead) {
    this.#account = account;
    this.#markRead = markRead;
    this.clear();
  }

  clear() {
    this.#loads++; // what is being loaded is of no use any more
    this.#items.clear();
    this.#cursor = undefined;
    list.replaceChildren();
    empty.hidden = false;
    more.hidden = true;
  }

  /** Begins anew with the newest ones, and returns the newest. */
  reload() {
    this.clear();
    return this.loadMore();
  }

  /** Loads the next page at the end, and returns its first notification. */
  async loadMore() {
    const load = ++this.#loads;
    const { notifications: { edges, pageInfo } } = await this.#account.query(page, { first: pageSize, after: this.#cursor });
    if (load !== this.#loads) return undefined;
    this.#cursor = pageInfo.endCursor;
    more.hidden = !pageInfo.hasNextPage;
    for (const { node } of edges) this.#add(node, (item) => list.append(item));
    return edges[0]?.node;
  }

  /** Adds a new one at its place, and reports whether it was not there yet. */
  receive(notification) {
    if (this.#items.size >= maxLength) {
      this.clear();
      more.hidden = false; // begins with the first page
    }
    return this.#add(notification, (item, time) => {
      // What was missed comes after what is newer.
      let next = list.firstElementChild;
      while (next && Date.parse(next.querySelector('time').dateTime) > time) next = next.nextElementSibling;
      list.insertBefore(item, next);
    });
  }

  #add(notification, place) {
    if (this.#items.has(notification.id)) return false;
    const item = template.content.firstElementChild.cloneNode(true);
    item.dataset.id = notification.id;
    item.querySelector('.title').textContent = notification.title;
    item.querySelector('.module').textContent = notification.module;
    item.querySelector('.message').textContent = notification.message;
    const time = item.querySelector('time');
    time.dateTime = notification.createdAt;
    time.textContent = new Date(notification.createdAt).toLocaleString();
    const button = item.querySelector('.read');
    button.setAttribute('aria-label', `Mark as read: ${notification.title}`);
    button.addEventListener('click', () => this.#markRead(notification.id));
    this.#items.set(notification.id, item);
    this.#show(item, notification.status === 'Unread');
    place(item, Date.parse(notification.createdAt));
    empty.hidden = true;
    return true;
  }

  #show(item, unread) {
    item.classList.toggle('unread', unread);
    item.querySelector('.read').hidden = !unread;
  }

  /** Shows one as read. */
  read(id) {
    const item = this.#items.get(id);
    if (!item) return;
    const focused = item.contains(document.activeElement);
    this.#show(item, false);
    // The button that was pressed is gone: go on with the next one.
    if (focused) (list.querySelector('.unread .read') ?? document.getElementById('inbox-title')).focus();
  }

  /** Shows all as read. */
  readAll() {
    for (const item of this.#items.values()) this.#show(item, false);
  }
}
