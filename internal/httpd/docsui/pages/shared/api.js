// Requests to the REST API.

/** Refused is thrown when the server answers with an error. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Sends a request by fetch, or by a function like it, and returns the data of its answer; throws Refused for an error. */
export async function send(by, method, path, body, headers = {}) {
  const response = await by(path, { method, headers: { 'Content-Type': 'application/json', ...headers }, body: body && JSON.stringify(body) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer.message || `The server answered ${response.status}.`);
  return answer.data;
}
