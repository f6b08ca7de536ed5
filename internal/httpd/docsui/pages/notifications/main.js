// The page: whoever is signed in sees the own notifications as they come. Nothing is stored in the browser.

import { account, toConsole } from '/assets/account.js';

import { Hub } from './hub.js';
import { Inbox } from './inbox.js';
import { clearToasts, toast } from './toasts.js';

const byId = (id) => document.getElementById(id);
const [outside, inside, raise, bell, state, toggle, transport, protocol] =
  ['outside', 'inside', 'raise', 'bell', 'state', 'toggle', 'transport', 'protocol'].map(byId);

let hub;
let inbox;
let unread = 0;

/** Runs what somebody asked for, and shows its error in the form or section. */
async function attempt(place, action) {
  const error = place.querySelector('.error');
  error.textContent = '';
  try {
    return await action();
  } catch (failure) {
    error.textContent = failure.message;
    return undefined;
  }
}

const inInbox = (action) => attempt(byId('inbox'), action);

/** Begins anew with whoever is signed in now. */
function enter() {
  leave();
  const { firm } = account.me ?? {};
  const own = Boolean(firm?.relationId);
  outside.hidden = own;
  for (const element of [inside, bell]) element.hidden = !own;
  if (!own) {
    byId('reason').textContent = account.me ? `${account.me.user.firstName} has no notifications ${firm ? 'in a firm that is only visited' : 'without a firm'}.` : 'Sign in to see your notifications.';
    byId('enter').replaceChildren(toConsole(account.me ? 'Open the console' : 'Sign in'));
    return;
  }
  inbox = new Inbox(account, (id) => mark(1, () => inbox.read(id), () => hub.markRead(id)));
  begin();
}

/** Connects in the firm that is active, and loads the list when it is connected, so that nothing is missed in between. */
function begin() {
  hub = new Hub(account, {
    state: showState,
    count: recount,
    notification: (notification) => { if (inbox.receive(notification)) toast(notification); },
    gap: () => load(),
  });
  hub.open(choice());
}

async function load() {
  const current = hub;
  const newest = await inInbox(() => inbox.reload());
  if (newest) current?.startAfter(newest.id);
}

/** Shows a number of notifications as read at once, and marks them. */
function mark(count, shown, marked) {
  return inInbox(async () => {
    shown();
    showUnread(Math.max(0, unread - count));
    try {
      await marked();
    } catch (error) {
      load();
      throw error;
    }
  });
}

function leave() {
  hub?.close();
  inbox?.clear();
  hub = inbox = undefined;
  clearToasts();
  showUnread(0);
}

function showState(now, text) {
  state.dataset.state = now;
  state.textContent = text;
  toggle.textContent = now === 'closed' ? 'Connect' : 'Disconnect';
}

/** Takes the number from the server. It is smaller than ours when another window has marked some as read, or deleted them. */
function recount(count) {
  if (count === 0) inbox.readAll();
  else if (count < unread) load();
  showUnread(count);
}

function showUnread(count) {
  unread = count;
  bell.dataset.unread = count;
  byId('unread').textContent = count > 999 ? '999+' : count;
  document.title = `${count ? `(${count}) ` : ''}Notifications · firmhub`;
}

/** What the selects say. Server-Sent Events are text, and so have no MessagePack. */
function choice() {
  const text = transport.value === 'ServerSentEvents';
  protocol.querySelector('[value=messagepack]').disabled = text;
  if (text) protocol.value = 'json';
  return { transport: transport.value, protocol: protocol.value };
}

for (const select of [transport, protocol]) select.addEventListener('change', () => hub.open(choice()));

toggle.addEventListener('click', () => (toggle.textContent === 'Connect' ? hub.open(choice()) : hub.close()));

raise.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { title, message, module, to } = raise.elements;
  await attempt(raise, () => account.call('POST', '/api/v1/notification', {
    title: title.value, message: message.value, module: module.value, userId: to.value ? account.me.user.id : null,
  }));
});

byId('read-all').addEventListener('click', () => mark(unread, () => inbox.readAll(), () => hub.markAllRead()));

byId('more').addEventListener('click', () => inInbox(() => inbox.loadMore()));

bell.addEventListener('click', () => byId('inbox-title').focus());

account.addEventListener('change', enter);
await account.ready;
if (!hub) enter();
