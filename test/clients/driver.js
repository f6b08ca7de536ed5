// Runs clients for a Go test. It reads what to do from its input, one JSON object a line, and writes answers and events:
//
//   {"id": 1, "do": "signalr.connect", "client": "a", "url": "…"}      do something
//   {"id": 1, "result": …}  {"id": 1, "error": "…"}                    the answer to it
//   {"client": "a", "event": "ReceiveNotification", "data": …}         something happened to a client
//
// So one process serves many tests, and each is a story told in Go. It ends with its input.

import { createInterface } from 'node:readline';

import * as browser from './browser.js';
import * as graphql from './subscriptions.js';
import * as signalr from './signalr.js';

const areas = { browser, graphql, signalr };
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

// A library that throws where nobody can catch it is a fault of the test that called it, not of all others.
process.on('uncaughtException', (error) => console.error('driver:', error));

const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
  const { id, do: name, client, ...options } = JSON.parse(line);
  const [area, action] = name.split('.');
  try {
    const emit = (event, data) => print({ client, event, data });
    print({ id, result: (await areas[area][action](client, options, emit)) ?? null });
  } catch (error) {
    print({ id, error: error?.message ?? String(error) });
  }
});
lines.on('close', async () => {
  await browser.closeAll();
  process.exit(0);
});
