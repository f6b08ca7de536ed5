// Runs the audits of GraphQL over HTTP that graphql-http has for servers, and prints those that fail, one JSON object a
// line, and then how many there were:
//
//   node audits.js URL
//
//   {"failed": "MUST accept …", "reason": "…"}
//   {"audits": 61, "failed": 0}
//
// Optional ones (SHOULD and MAY) count like the others. The server must have introspection switched on.

import { serverAudits } from 'graphql-http';

const print = (line) => console.log(JSON.stringify(line));

const audits = serverAudits({ url: process.argv[2] });
let failed = 0;
for (const audit of audits) {
  const result = await audit.fn();
  if (result.status !== 'ok') {
    failed++;
    print({ failed: result.name, reason: result.reason });
  }
}
print({ audits: audits.length, failed });
process.exit(failed ? 1 : 0);
