// webhook.js: reads {secret, headers, body} as JSON, and checks the delivery of a webhook with the library of Standard Webhooks. It prints
// the type of the event, and fails with the reason of the library.
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

const { secret, headers, body } = JSON.parse(readFileSync(0, 'utf8'));
console.log(new Webhook(secret).verify(body, headers).type);
