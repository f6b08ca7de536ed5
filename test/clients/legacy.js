import { SubscriptionClient } from 'subscriptions-transport-ws';
import WebSocket from 'ws';

// The older protocol graphql-ws, by the last client that spoke it.
export function legacy({ url, token, operation, signal, onResult, onClosed }) {
  return new Promise((resolve, reject) => {
    const client = new SubscriptionClient(
      url.replace(/^http/, 'ws'),
      {
        connectionParams: token ? { Authorization: `Bearer ${token}` } : {},
        minTimeout: 30_000, // It would give up connecting after a second.
        // Called when the server refuses the connection.
        connectionCallback: (refusal) => refusal && end(reject, new Error(refusal.message ?? String(refusal))),
      },
      WebSocket,
    );
    let ended = false;
    const end = (settle, value) => {
      ended = true;
      client.close();
      settle(value);
    };
    client.client.onclose = ({ code, reason }) => {
      if (!ended) {
        onClosed(code, reason);
        end(reject, new Error('the connection was closed'));
      }
    };
    const running = client.request(operation).subscribe({
      next: onResult,
      error: (error) => end(reject, error),
      complete: () => end(resolve),
    });
    signal.addEventListener('abort', () => {
      running.unsubscribe();
      end(resolve);
    });
  });
}
