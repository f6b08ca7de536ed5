// Runs one GraphQL operation through a published client and prints what comes, one JSON object a line:
//
//   FIRMHUB_TOKEN=… node graphql.js PROTOCOL URL QUERY [VARIABLES]
//
//   {"result": {"data": …}}                      each result
//   {"closed": {"code": 4403, "reason": "…"}}    the server closed the connection
//   {"error": "…"}                               the client gave up
//
// PROTOCOL is graphql-transport-ws, graphql-ws (the older one), sse, or upload, which sends the variables that are objects
// with a name and a text as files; URL is http://…/graphql; VARIABLES are JSON.
// The exit code is 0 when the operation completed without errors, 1 when not, 2 when called wrongly. A SIGTERM ends a
// subscription as a client does that leaves.

import { legacy } from './legacy.js';
import { sse } from './sse.js';
import { transportWS } from './transport-ws.js';
import { upload } from './upload.js';

const protocols = { 'graphql-transport-ws': transportWS, 'graphql-ws': legacy, sse, upload };

const [protocol, url, query, variables = '{}'] = process.argv.slice(2);
const run = protocols[protocol];
if (!run || !url || !query) {
  console.error('usage: node graphql.js graphql-transport-ws|graphql-ws|sse|upload URL QUERY [VARIABLES]');
  process.exit(2);
}

const print = (line) => console.log(JSON.stringify(line));
const leave = new AbortController();
process.on('SIGTERM', () => leave.abort());

let failed = false;
try {
  await run({
    url,
    token: process.env.FIRMHUB_TOKEN ?? '',
    operation: { query, variables: JSON.parse(variables) },
    signal: leave.signal,
    onResult(result) {
      failed ||= Boolean(result.errors);
      print({ result });
    },
    onClosed: (code, reason) => print({ closed: { code, reason } }),
  });
} catch (error) {
  failed = true;
  print({ error: error?.message ?? error?.reason ?? JSON.stringify(error) });
}
process.exit(failed ? 1 : 0);
