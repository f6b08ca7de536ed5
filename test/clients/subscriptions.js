// Subscriptions through published GraphQL clients, for driver.js. The events are result, closed ({code, reason}) and end (an
// error, or empty when the operation completed).

import { legacy } from './legacy.js';
import { sse } from './sse.js';
import { transportWS } from './transport-ws.js';

const protocols = { 'graphql-transport-ws': transportWS, 'graphql-ws': legacy, sse };
const running = new Map(); // name → what ends it

export function subscribe(name, { protocol, url, token, query, variables }, emit) {
  const leave = new AbortController();
  running.set(name, leave);
  protocols[protocol]({
    url,
    token,
    operation: { query, variables },
    signal: leave.signal,
    onResult: (result) => emit('result', result),
    onClosed: (code, reason) => emit('closed', { code, reason }),
  }).then(() => emit('end', ''), (error) => emit('end', error?.message ?? error?.reason ?? JSON.stringify(error)));
}

export function leave(name) {
  running.get(name)?.abort();
  running.delete(name);
}
