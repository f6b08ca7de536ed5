// The playground: GraphiQL, whose requests have the credential of whoever has signed in above it.

import { Account } from './account.js';
import { areas, welcome } from './examples.js';
import { memory } from './memory.js';

const { createElement: h } = React;
const account = new Account(document.getElementById('account'));

// Queries and mutations go by POST, subscriptions over the WebSocket of the same address, with the headers in its connection_init.
const socket = new URL('/graphql', window.location.href);
socket.protocol = socket.protocol.replace('http', 'ws');
const send = GraphiQL.createFetcher({ url: '/graphql', subscriptionUrl: socket.href, fetch: account.fetch });

async function fetcher(operation, options = {}) {
  return send(operation, { ...options, headers: { ...options.headers, ...await account.headers(options.headers) } });
}

const editor = (part) => document.querySelector(`.graphiql-${part} .CodeMirror`).CodeMirror;

/** Shows an example in a new tab, or in the one that is open while nothing was changed in it. */
function show({ query, variables }) {
  if (editor('query-editor').getValue() !== shown) document.querySelector('.graphiql-tab-add').click();
  shown = query;
  editor('query-editor').setValue(query);
  editor('editor-tool').setValue(variables ? JSON.stringify(variables, null, 2) : '');
  editor('query-editor').focus();
}
let shown = welcome;

const kindOf = (query) => query.trim().match(/^(query|mutation|subscription)/)[0];

const Icon = () => h('svg', { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 },
  h('path', { d: 'M4 5h16M4 10h10M4 15h16M4 20h10' }));

const Examples = () => h('section', { className: 'examples', 'aria-label': 'Examples' },
  h('h2', null, 'Examples'),
  h('p', null, 'They work as they are for the owner of a firm of the demo. A mutation changes data.'),
  areas.map(([area, examples]) => h('div', { key: area },
    h('h3', null, area),
    h('ul', null, examples.map((example) => h('li', { key: example.name },
      h('button', { type: 'button', onClick: () => show(example) },
        h('span', { className: 'kind' }, kindOf(example.query)), example.name)))))));

const plugin = { title: 'Examples', icon: Icon, content: Examples };

ReactDOM.createRoot(document.getElementById('playground')).render(
  h(GraphiQL, {
    fetcher,
    storage: memory,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
    defaultQuery: welcome,
    defaultEditorToolsVisibility: true,
    plugins: [plugin],
    visiblePlugin: plugin,
  }),
);
