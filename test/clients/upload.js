// Sends a mutation with files as browsers do, by fetch and FormData: the fields that apollo-upload-client sends after the GraphQL
// multipart request specification.

export async function upload({ url, token, operation, signal, onResult }) {
  const files = [];
  const variables = Object.fromEntries(Object.entries(operation.variables).map(([name, value]) => {
    if (typeof value?.text !== 'string') return [name, value];
    files.push({ path: `variables.${name}`, file: new Blob([value.text], { type: 'text/html' }), name: value.name });
    return [name, null];
  }));
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: operation.query, variables }));
  form.set('map', JSON.stringify(Object.fromEntries(files.map(({ path }, i) => [String(i), [path]]))));
  files.forEach(({ file, name }, i) => form.set(String(i), file, name));
  const response = await fetch(url, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: form, signal });
  onResult(await response.json());
}
