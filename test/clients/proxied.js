// proxied.js URL TOKEN: receives a notification by each transport of the hub and by each protocol of subscriptions, and prints how.
import * as graphql from './subscriptions.js';
import * as signalr from './signalr.js';

const [url, token] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };

async function raise(title) {
  const body = JSON.stringify({ title, message: 'By a proxy.', module: 'System' });
  const answer = await fetch(`${url}/api/v1/notification`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}

for (const transport of ['WebSockets', 'ServerSentEvents', 'LongPolling']) {
  const received = deferred();
  await signalr.connect(transport, { url: `${url}/notificationhub`, transport, token }, (event, data) => {
    if (event === 'ReceiveNotification' && data[0].title === transport) received.resolve();
  });
  await raise(transport);
  await received.promise;
  await signalr.stop(transport);
  console.log(transport);
}

for (const protocol of ['graphql-transport-ws', 'sse']) {
  const received = deferred();
  const query = 'subscription { notificationReceived { title } }';
  graphql.subscribe(protocol, { protocol, url: `${url}/graphql`, token, query }, (event, data) => {
    if (event === 'result' && data.data?.notificationReceived.title === protocol) received.resolve();
    if (event === 'closed' || event === 'end' && data) received.reject(new Error(JSON.stringify(data)));
  });
  // Nothing says that a subscription has begun: until it has, its notifications go to nobody.
  const again = setInterval(() => raise(protocol).catch(received.reject), 200);
  await received.promise;
  clearInterval(again);
  graphql.leave(protocol);
  console.log(protocol);
}
process.exit(0);

function deferred() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
