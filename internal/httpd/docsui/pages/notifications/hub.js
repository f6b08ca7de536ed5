// The connection to the hub, by the official client.

/** Waits between the attempts to reconnect, in ms, with some chance in them so that not all clients come at once. */
const wait = (attempts) => Math.min(30_000, attempts && 500 * 2 ** attempts) * (0.5 + Math.random() / 2);

/**
 * Hub keeps a connection open until it is closed by close(), or by the server for good. It calls
 * on.state(state, text) with connecting, connected or closed, on.notification(n) for each new notification, on.count(unread),
 * and on.gap() when the list has to be read, at first.
 */
export class Hub {
  #account;
  #on;
  #connection;
  #last; // the id of the last notification that came
  #since; // what came after this one may be missing
  #text;
  #asked = 0; // how often somebody has asked to open or to close; what asked before does nothing any more

  constructor(account, on) {
    this.#account = account;
    this.#on = on;
  }

  /** Tells which notification is known to be the newest one, where none has come yet. */
  startAfter(id) {
    this.#last ??= id;
  }

  /** Connects; transport is a name of signalR.HttpTransportType or empty, protocol is json or messagepack. */
  async open({ transport, protocol }) {
    const closed = this.close();
    const asked = this.#asked;
    await closed;
    if (asked !== this.#asked) return;
    const connection = new signalR.HubConnectionBuilder()
      .withUrl('/notificationhub', {
        transport: signalR.HttpTransportType[transport],
        accessTokenFactory: () => this.#account.token(),
      })
      .withHubProtocol(protocol === 'messagepack' ? new signalR.protocols.msgpack.MessagePackHubProtocol() : new signalR.JsonHubProtocol())
      .withAutomaticReconnect({ nextRetryDelayInMilliseconds: (retry) => (!this.#account.me ? null : wait(retry.previousRetryCount)) })
      .configureLogging(signalR.LogLevel.None) // the page says what happens
      .build();
    this.#connection = connection;
    this.#text = `Connected: ${transport || 'automatic transport'}, ${protocol === 'json' ? 'JSON' : 'MessagePack'}`;

    connection.on('ReceiveNotification', (notification) => {
      if (this.#connection !== connection) return;
      this.#last = notification.id;
      this.#on.notification(notification);
    });
    connection.on('UnreadCount', (count) => {
      if (this.#connection === connection) this.#on.count(count);
    });
    connection.onreconnecting((error) => {
      if (this.#connection !== connection) return;
      this.#since ??= this.#last;
      this.#on.state('connecting', `Reconnecting … (${error?.message ?? 'the connection was lost'})`);
    });
    connection.onreconnected(() => this.#resume(connection));
    connection.onclose((error) => {
      if (this.#connection === connection) this.#ended(error?.message);
    });
    await this.#start(connection);
  }

  async #start(connection) {
    for (let attempts = 0; this.#connection === connection; attempts++) {
      this.#on.state('connecting', 'Connecting …');
      try {
        await connection.start();
        return await this.#resume(connection);
      } catch (error) {
        if (this.#connection !== connection) return undefined;
        if (!this.#account.me || /'40[13]'/.test(error.message)) return this.#ended(error.message);
        this.#on.state('connecting', `Trying again … (${error.message})`);
        await new Promise((resolve) => { setTimeout(resolve, wait(attempts + 1)); });
      }
    }
    return undefined;
  }

  /** Asks for what was missed, until there is no more. What came before that may come twice; the list knows it by its id. */
  async #resume(connection) {
    if (this.#connection !== connection) return;
    this.#on.state('connected', this.#text);
    if (!this.#since) {
      this.#on.gap();
      return;
    }
    for (let more = true; more;) {
      try {
        more = await connection.invoke('Resume', this.#since);
        this.#since = more ? this.#last : undefined;
      } catch {
        if (connection.state !== signalR.HubConnectionState.Connected) return; // asked again after the next reconnect
        await new Promise((resolve) => { setTimeout(resolve, wait(1)); });
      }
    }
  }

  #ended(reason) {
    this.#connection = undefined;
    this.#since ??= this.#last;
    this.#on.state('closed', reason ? `Closed: ${reason}` : 'Closed');
  }

  /** Closes the connection, if there is one. */
  async close() {
    this.#asked++;
    const connection = this.#connection;
    if (!connection) return;
    this.#ended();
    await connection.stop();
  }

  markRead(id) { return this.#invoke('MarkRead', id); }

  markAllRead() { return this.#invoke('MarkAllRead'); }

  async #invoke(method, ...args) {
    if (!this.#connection) throw new Error('Connect first.');
    return this.#connection.invoke(method, ...args);
  }
}
