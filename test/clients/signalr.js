// The official SignalR client, for driver.js. Its events are ReceiveNotification, UnreadCount, token (the access token was
// asked for), reconnecting, reconnected and closed.

import { HttpTransportType, HubConnectionBuilder, JsonHubProtocol, LogLevel } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';

const clients = new Map(); // name → {connection, token}

/** Connects. reconnect are the waits of automatic reconnect in ms, none without it; bufferSize switches stateful reconnect on. */
export async function connect(name, { url, transport, protocol, skipNegotiation, token, headers, reconnect, bufferSize }, emit) {
  const client = { token };
  const options = { transport: HttpTransportType[transport], skipNegotiation, headers };
  if (token !== undefined) {
    options.accessTokenFactory = () => {
      emit('token');
      return client.token;
    };
  }
  const builder = new HubConnectionBuilder()
    .withUrl(url, options)
    .withHubProtocol(protocol === 'messagepack' ? new MessagePackHubProtocol() : new JsonHubProtocol())
    .configureLogging(LogLevel.None);
  if (reconnect) builder.withAutomaticReconnect(reconnect);
  if (bufferSize) builder.withStatefulReconnect({ bufferSize });
  const { connection } = Object.assign(client, { connection: builder.build() });
  for (const event of ['ReceiveNotification', 'UnreadCount']) {
    connection.on(event, (...data) => emit(event, data));
  }
  const message = (error) => error?.message ?? '';
  connection.onreconnecting((error) => emit('reconnecting', message(error)));
  connection.onreconnected(() => emit('reconnected'));
  connection.onclose((error) => emit('closed', message(error)));
  clients.set(name, client);
  await connection.start();
  return connection.connectionId;
}

/** Sets the token that the factory returns from now on. */
export function setToken(name, { token }) {
  clients.get(name).token = token;
}

/** Invokes a method of the hub and returns its result. */
export function invoke(name, { method, args }) {
  return clients.get(name).connection.invoke(method, ...args);
}

/** Invokes a method without waiting for its result. */
export function send(name, { method, args }) {
  return clients.get(name).connection.send(method, ...args);
}

/** Asks for a stream, which the hub has none of, and returns its error. */
export function stream(name, { method }) {
  return new Promise((resolve, reject) => {
    clients.get(name).connection.stream(method).subscribe({ next: resolve, complete: resolve, error: reject });
  });
}

export function state(name) {
  return clients.get(name).connection.state;
}

export async function stop(name) {
  const client = clients.get(name);
  clients.delete(name);
  await client?.connection.stop();
}
