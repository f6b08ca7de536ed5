import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

// The protocol graphql-transport-ws, by the client of its authors.
export function transportWS({ url, token, operation, signal, onResult, onClosed }) {
  const client = createClient({
    url: url.replace(/^http/, 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: token ? { Authorization: `Bearer ${token}` } : {},
    retryAttempts: 0,
    on: { closed: ({ code, reason }) => code !== 1000 && onClosed(code, String(reason)) },
  });
  return new Promise((resolve, reject) => {
    const leave = client.subscribe(operation, {
      next: onResult,
      // Errors of an operation that could not start come as a list.
      error: (error) => (Array.isArray(error) ? resolve(onResult({ errors: error })) : reject(error)),
      complete: resolve,
    });
    signal.addEventListener('abort', leave);
  }).finally(() => client.dispose());
}
