// Logs in, lists contacts, creates one and reads it, with openapi-fetch and the types of openapi-typescript.
import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript';

const { FIRMHUB_URL: baseUrl, FIRMHUB_EMAIL: email = '', FIRMHUB_PASSWORD: password = '' } = process.env;

async function main(): Promise<void> {
  const client = createClient<paths>({ baseUrl });
  const login = await client.POST('/api/v1/auth/login', { body: { email, password } });
  if (!login.data) throw new Error(login.error?.message);
  client.use({
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${login.data.data.token}`);
      return request;
    },
  });

  const before = await client.POST('/api/V1/Contact/getall', { body: { pageSize: 10 } });
  if (!before.data) throw new Error(before.error?.message);
  const made = await client.POST('/api/V1/Contact/create', {
    body: { firstName: 'Ada', lastName: 'openapi-fetch', phones: [{ phone: '20 7946 0958', phoneCC: '+44' }] },
  });
  if (!made.data) throw new Error(made.error?.message);
  const { id } = made.data.data;
  const read = await client.GET('/api/V1/Contact/get/{id}', { params: { path: { id } } });
  if (read.data?.data.lastName !== 'openapi-fetch' || read.data.data.gender !== null) throw new Error(JSON.stringify(read));
  const missing = await client.GET('/api/V1/Contact/get/{id}', { params: { path: { id: crypto.randomUUID() } } });
  if (missing.error?.error.code !== 'NotFound') throw new Error(JSON.stringify(missing));
  console.log(`${before.data.data.items.length} contacts before ${id}`);
}

void main();
