// Reads an OpenAPI document and writes a Postman collection. Its log-in keeps the access token for the other requests.
import { readFileSync } from 'node:fs';
import converter from 'openapi-to-postmanv2';

const openapi = readFileSync(0, 'utf8');
const options = { folderStrategy: 'Tags', parametersResolution: 'Example', requestNameSource: 'URL', enableOptionalParameters: false };
const result = await new Promise((resolve, reject) => {
  converter.convertV2({ type: 'string', data: openapi }, options, (fault, found) => (fault ? reject(fault) : resolve(found)));
});
if (!result.result) throw new Error(result.reason);

const collection = result.output[0].data;
const requests = (items) => items.flatMap((item) => (item.item ? requests(item.item) : [item]));
// Each request inherits the credential of the collection, and an example of its success is enough.
collection.auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{bearerToken}}', type: 'string' }] };
for (const item of requests(collection.item)) {
  delete item.request.auth;
  item.response = item.response.filter(({ code }) => code < 300);
}
const login = requests(collection.item).find(({ request }) => request.url.path.join('/') === 'api/v1/auth/login');
login.request.auth = { type: 'noauth' };
login.event = [{
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: ["if (pm.response.code === 200) pm.collectionVariables.set('bearerToken', pm.response.json().data.token);"],
  },
}];
const variables = collection.variable.filter(({ key }) => key !== 'baseUrl' && key !== 'bearerToken');
collection.variable = [{ key: 'baseUrl', value: 'http://localhost:8080' }, { key: 'bearerToken', value: '' }, ...variables];
process.stdout.write(`${JSON.stringify(collection, null, 2)}\n`);
