// Logs in, lists contacts, creates one and reads it, with the client of @hey-api/openapi-ts.
import { createContact, getContact, getContactPage, login } from './generated/openapi-ts';
import { client } from './generated/openapi-ts/client.gen';

const { FIRMHUB_URL: baseUrl, FIRMHUB_EMAIL: email = '', FIRMHUB_PASSWORD: password = '' } = process.env;

async function main(): Promise<void> {
  client.setConfig({ baseUrl });
  const session = await login({ body: { email, password }, throwOnError: true });
  client.setConfig({ baseUrl, auth: session.data.data.token });

  const before = await getContactPage({ body: { pageSize: 10 }, throwOnError: true });
  const made = await createContact({
    body: { firstName: 'Ada', lastName: 'openapi-ts', phones: [{ phone: '20 7946 0958', phoneCC: '+44' }] }, throwOnError: true,
  });
  const { id } = made.data.data;
  const read = await getContact({ path: { id }, throwOnError: true });
  if (read.data.data.lastName !== 'openapi-ts' || read.data.data.gender !== null) throw new Error(JSON.stringify(read.data));
  const missing = await getContact({ path: { id: crypto.randomUUID() } });
  if (missing.error?.error.code !== 'NotFound') throw new Error(JSON.stringify(missing.error));
  console.log(`${before.data.data.items.length} contacts before ${id}`);
}

void main();
