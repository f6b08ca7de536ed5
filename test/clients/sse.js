import { createClient } from 'graphql-sse';

// Server-Sent Events in the distinct connections mode of graphql-sse.
export function sse({ url, token, operation, signal, onResult }) {
  const client = createClient({
    url,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    retryAttempts: 0,
  });
  return new Promise((resolve, reject) => {
    const leave = client.subscribe(operation, { next: onResult, error: reject, complete: resolve });
    signal.addEventListener('abort', () => {
      leave();
      resolve();
    });
  }).finally(() => client.dispose());
}
