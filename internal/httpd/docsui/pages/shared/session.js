// The session of whoever logged in. Its tokens are in memory only, and end with the page.

const server = document.querySelector('meta[name="firmhub-server"]').content || location.origin;

/** Returns the URL of a path of the server. */
export const address = (path) => new URL(path, server).href;

/** Refused is thrown when the server answers with an error. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Sends a request to the REST API, and returns its answer; throws Refused for an error. */
export async function send(method, path, token, body, more = {}) {
  const headers = { 'Content-Type': 'application/json', ...more };
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(address(path), { method, headers, body: body && JSON.stringify(body), credentials: 'omit' });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer.message || `The server answered ${response.status}.`);
  return answer;
}

/** Session renews its access token by the refresh token, a little before it is needed. */
export class Session {
  /** Whether the server has refused to renew the token. */
  ended = false;

  #token;
  #refreshToken;
  #renewAt;
  #renewing;

  constructor({ user, firms, ...tokens }) {
    this.user = user;
    this.firms = firms;
    this.#keep(tokens);
  }

  static async login(email, password) {
    return new Session((await send('POST', '/api/v1/auth/login', null, { email, password })).data);
  }

  /** Returns an access token that is valid for a while; throws Refused with 401 when the session has ended. */
  async token() {
    if (performance.now() >= this.#renewAt) await this.#renew();
    return this.#token;
  }

  /** Returns a token in the place of one that the server refused; throws as token does. */
  async tokenAfter(refused) {
    if (this.#token === refused) await this.#renew();
    return this.#token;
  }

  #renew() {
    // A refresh token is good for one use, so all who wait share one renewal.
    this.#renewing ??= send('POST', '/api/v1/auth/refreshtoken', null, { refreshToken: this.#refreshToken })
      .then(({ data }) => this.#keep(data))
      .catch((error) => {
        this.ended ||= error.status === 401;
        throw error;
      })
      .finally(() => { this.#renewing = undefined; });
    return this.#renewing;
  }

  #keep({ token, refreshToken, expiresIn }) {
    this.#token = token;
    this.#refreshToken = refreshToken ?? this.#refreshToken;
    this.#renewAt = performance.now() + Math.max(expiresIn * 750, expiresIn * 1000 - 30_000);
  }

  /** Calls the REST API and returns the data of its answer. */
  async call(method, path, body, headers) {
    return (await send(method, path, await this.token(), body, headers)).data;
  }

  /** Runs a GraphQL operation and returns its data. */
  async query(query, variables, headers) {
    const { data, errors } = await send('POST', '/graphql', await this.token(), { query, variables }, headers);
    if (errors) throw new Refused(200, errors[0].message);
    return data;
  }

  /** Makes another of the user's firms the active one. */
  async chooseFirm({ relationId, sessionId }) {
    const query = new URLSearchParams({ userId: this.user.id, relationId, sessionId });
    this.#keep(await this.call('GET', `/api/v1/auth/setfirm?${query}`));
  }
}
