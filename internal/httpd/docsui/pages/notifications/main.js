// The page: who logs in sees the own notifications as they come. Nothing is stored in the browser.

import { Hub } from './hub.js';
import { Inbox } from './inbox.js';
import { Refused, Session } from './session.js';
import { clearToasts, toast } from './toasts.js';

const byId = (id) => document.getElementById(id);
const [login, inside, raise, bell, state, toggle, transport, protocol, firm] =
  ['login', 'inside', 'raise', 'bell', 'state', 'toggle', 'transport', 'protocol', 'firm'].map(byId);

let session;
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
    if (failure instanceof Refused && failure.status === 401 && session) leave('The session has ended. Log in again.');
    else error.textContent = failure.message;
    return undefined;
  }
}

const inInbox = (action) => attempt(byId('inbox'), action);

function enter(entered) {
  session = entered;
  inbox = new Inbox(session, (id) => mark(1, () => inbox.read(id), () => hub.markRead(id)));
  byId('who').textContent = `${session.user.firstName} ${session.user.lastName}`;
  show(true);
  listFirms();
  begin();
}

/** Connects in the firm that is active, and loads the list when it is connected, so that nothing is missed in between. */
function begin() {
  hub = new Hub(session, {
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
  if (newest) current.startAfter(newest.id);
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

async function leave(message = '') {
  const left = hub;
  session = hub = undefined;
  inbox.clear();
  clearToasts();
  showUnread(0);
  show(false);
  login.querySelector('.error').textContent = message;
  login.elements.email.focus();
  await left.close();
}

function show(loggedIn) {
  login.hidden = loggedIn;
  for (const element of [inside, bell, byId('who'), byId('logout')]) element.hidden = !loggedIn;
  byId('firm-choice').hidden = !(loggedIn && session.firms.length > 1);
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
  document.title = count ? `(${count}) firmhub · Notifications` : 'firmhub · Notifications';
}

/** What the selects say. Server-Sent Events are text, and so have no MessagePack. */
function choice() {
  const text = transport.value === 'ServerSentEvents';
  protocol.querySelector('[value=messagepack]').disabled = text;
  if (text) protocol.value = 'json';
  return { transport: transport.value, protocol: protocol.value };
}

async function listFirms() {
  firm.replaceChildren(...session.firms.map(({ firmName }, i) => new Option(firmName, i)));
  const { me } = await attempt(login, () => session.query('{ me { firm { firmId } } }')) ?? {};
  firm.value = session?.firms.findIndex(({ firmId }) => firmId === me?.firm?.firmId);
}

login.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { email, password } = login.elements;
  await attempt(login, async () => enter(await Session.login(email.value, password.value)));
  password.value = '';
});

byId('logout').addEventListener('click', async () => {
  // The server closes the connection; leave is for when it does not answer.
  try {
    await session.call('POST', '/api/v1/auth/logout');
  } finally {
    leave();
  }
});

firm.addEventListener('change', () => inInbox(async () => {
  await hub.close();
  await session.chooseFirm(session.firms[firm.value]);
  inbox.clear();
  showUnread(0);
  begin();
}));

for (const select of [transport, protocol]) select.addEventListener('change', () => hub.open(choice()));

toggle.addEventListener('click', () => (toggle.textContent === 'Connect' ? hub.open(choice()) : hub.close()));

raise.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { title, message, module, to } = raise.elements;
  await attempt(raise, () => session.call('POST', '/api/v1/notification', {
    title: title.value, message: message.value, module: module.value, userId: to.value ? session.user.id : null,
  }));
});

byId('read-all').addEventListener('click', () => mark(unread, () => inbox.readAll(), () => hub.markAllRead()));

byId('more').addEventListener('click', () => inInbox(() => inbox.loadMore()));

bell.addEventListener('click', () => byId('inbox-title').focus());

// The people whom firmhub serve --demo prints; empty on any other server.
const { password, people } = await (await fetch('/notifications-demo/assets/demo.json')).json();
byId('demo').hidden = people.length === 0;
byId('demo-logins').replaceChildren(...people.map(({ email, name, role, firm: employer }) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `${name}, ${role} of ${employer}`;
  button.addEventListener('click', () => {
    login.elements.email.value = email;
    login.elements.password.value = password;
    login.requestSubmit();
  });
  const item = document.createElement('li');
  item.append(button);
  return item;
}));

login.hidden = false;
