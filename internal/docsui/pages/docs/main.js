// The reader of the OpenAPI document: Swagger UI, whose requests have the credential of whoever has signed in above it.

import { Access } from './access.js';
import { Account } from './account.js';
import { findIds } from './ids.js';
import { Plain, label } from './plain.js';
import { Resolve } from './resolve.js';

const account = new Account(document.getElementById('account'));
const spec = await (await fetch('/openapi.json')).json();

const gets = Object.entries(spec.paths).filter(([, methods]) => methods.get).map(([path, methods]) => [path, methods.get]);

// No example is the id of a record that exists.
for (const [, { parameters = [] }] of gets) {
  for (const parameter of parameters) {
    if (parameter.schema.format === 'uuid' || parameter.in === 'path') delete parameter.example;
  }
}

/** Whether an operation is for everyone, and so takes no credential: log-in answers 401 for a wrong password. */
const isPublic = ({ method, url }) => spec.paths[new URL(url).pathname]?.[method.toLowerCase()]?.security?.length === 0;

async function sign(request) {
  if (isPublic({ method: 'GET', ...request })) return request;
  const headers = await account.headers(request.headers);
  if (headers.Authorization) {
    Object.assign(request.headers, headers);
    request.userFetch = account.fetch;
  }
  return request;
}

label(document.getElementById('reader'));
const reader = SwaggerUIBundle({
  spec,
  dom_id: '#reader',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  persistAuthorization: false, // a credential stays in the memory of the page
  validatorUrl: null, // the document stays here: no validator of others is asked about it
  plugins: [Access, Plain, Resolve],
  requestInterceptor: sign,
});

let filled = [];
let changes = 0;

account.addEventListener('change', async () => {
  const change = ++changes;
  document.documentElement.dataset.ids = '';
  fill(filled.map((one) => ({ ...one, id: '' }))); // those of another firm
  filled = [];
  const ids = account.me ? await findIds(account, gets) : [];
  if (change !== changes) return; // somebody has signed out meanwhile, or chosen another firm
  fill(ids);
  filled = ids;
  if (account.me) document.documentElement.dataset.ids = 'filled';
});

function fill(ids) {
  for (const { path, parameter, id } of ids) reader.specActions.changeParam([path, 'get'], parameter.name, parameter.in, id);
}

// Swagger UI has dark colours for a class, not for the preference.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
