// The reader of the OpenAPI document: Swagger UI, whose requests have the API key of the page, or else the access token of whoever
// is signed in.

import { account } from '/assets/account.js';

import { Access } from './access.js';
import { findIds } from './ids.js';
import { Key } from './key.js';
import { Plain, label } from './plain.js';
import { Resolve } from './resolve.js';

const key = new Key(document.getElementById('key'));
const spec = await (await fetch('/openapi.json')).json();

const gets = Object.entries(spec.paths).filter(([, methods]) => methods.get).map(([path, methods]) => [path, methods.get]);

// No example is the id of a record that exists.
for (const [, { parameters = [] }] of gets) {
  for (const parameter of parameters) {
    if (parameter.schema.format === 'uuid' || parameter.in === 'path') delete parameter.example;
  }
}

/** Returns the one of the two that is in use. */
const credential = () => (key.me ? key : account);

/** Whether an operation is for everyone, and so takes no credential: log-in answers 401 for a wrong password. */
const isPublic = ({ method, url }) => spec.paths[new URL(url).pathname]?.[method.toLowerCase()]?.security?.length === 0;

async function sign(request) {
  if (isPublic({ method: 'GET', ...request })) return request;
  const headers = await credential().headers(request.headers);
  Object.assign(request.headers, headers);
  if (headers.Authorization) request.userFetch = account.fetch;
  return request;
}

label(document.getElementById('reader'));
const reader = SwaggerUIBundle({
  spec,
  dom_id: '#reader',
  deepLinking: true,
  docExpansion: 'none', // with all areas open there are so many rows that only those in view would be in the page
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

for (const one of [account, key]) one.addEventListener('change', renew);

/** Shows what is in use, and fills in ids that it can read. */
async function renew() {
  const change = ++changes;
  document.documentElement.dataset.ids = '';
  fill(filled.map((one) => ({ ...one, id: '' }))); // those of another firm
  filled = [];
  const { me } = credential();
  const ids = me ? await findIds(credential(), gets) : [];
  if (change !== changes) return; // somebody has signed out meanwhile, or chosen another firm
  fill(ids);
  filled = ids;
  if (me) document.documentElement.dataset.ids = 'filled';
}

function fill(ids) {
  for (const { path, parameter, id } of ids) reader.specActions.changeParam([path, 'get'], parameter.name, parameter.in, id);
}

await account.ready;
renew();

// Swagger UI has dark colours for a class of its own.
const { dataset, classList } = document.documentElement;
const follow = () => classList.toggle('dark-mode', dataset.scheme === 'dark');
new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['data-scheme'] });
follow();
