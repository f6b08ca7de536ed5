// The playground: GraphiQL, whose requests have the access token of whoever is signed in, unless its headers have a credential.

import { account } from '/assets/account.js';

import { areas, newestFirm, newestImport, welcome, yourself } from './examples.js';
import { memory } from './memory.js';

const { createElement: h } = React;

// Queries and mutations go by POST, subscriptions over the WebSocket of the same address, with the headers in its connection_init.
const socket = new URL('/graphql', window.location.href);
socket.protocol = socket.protocol.replace('http', 'ws');
const fetcherBy = (by) => GraphiQL.createFetcher({ url: '/graphql', subscriptionUrl: socket.href, fetch: by });
const send = fetcherBy((...request) => fetch(...request));
const sendSigned = fetcherBy(account.fetch);

async function fetcher({ operationName, ...operation }, options = {}) {
  // For a moment after a change GraphiQL has the name and the document of the operation before it.
  const documentAST = read(operation.query);
  const names = documentAST?.definitions.filter(({ kind }) => kind === 'OperationDefinition').map(({ name }) => name?.value) ?? [];
  const name = names.length > 1 ? operationName : names[0];
  if (name) operation.operationName = name;
  if (narrow.matches && name !== 'IntrospectionQuery') document.querySelector('.graphiql-response').scrollIntoView({ block: 'nearest' });
  const own = await account.headers(options.headers);
  return (own.Authorization ? sendSigned : send)(operation, { ...options, documentAST, headers: { ...options.headers, ...own } });
}

/** Whether the page is as narrow as a phone: the same width is in page.css. */
const narrow = matchMedia('(max-width: 50rem)');

/** Returns a document that can be parsed, and undefined for another, which the server refuses with the reason. */
function read(query) {
  try {
    return GraphiQL.GraphQL.parse(query);
  } catch {
    return undefined;
  }
}

const editor = (part) => document.querySelector(`.graphiql-${part} .CodeMirror`).CodeMirror;

/** Shows an example in a new tab, or in the one that is open while nothing was changed in it. */
async function show({ query, variables }) {
  const text = variables ? await filled(JSON.stringify(variables, null, 2)) : '';
  if (editor('query-editor').getValue() !== shown) document.querySelector('.graphiql-tab-add').click();
  shown = query;
  editor('query-editor').setValue(query);
  editor('editor-tool').setValue(text);
  if (!narrow.matches) {
    editor('query-editor').focus();
    return;
  }
  document.querySelector('[aria-label="Hide Examples"]')?.click();
  document.querySelector('.graphiql-sessions').scrollIntoView();
}

// What is read for the texts that stand for an id.
const lists = [
  [newestImport, 'GET', '/api/V1/Contact/import?pageSize=1'],
  [newestFirm, 'POST', '/api/v1/admin/firm/getall', { pageSize: 1 }],
];

/** Returns variables with ids that whoever has signed in may read. */
async function filled(text) {
  if (!account.me) return text;
  for (const [instead, ...request] of lists) {
    if (!text.includes(instead)) continue;
    const { items } = await account.call(...request).catch(() => ({ items: [] }));
    text = text.replaceAll(instead, items[0]?.id ?? instead);
  }
  return text.replaceAll(yourself, account.me.user.id);
}
let shown = welcome;

const kindOf = (query) => query.trim().match(/^(query|mutation|subscription)/)[0];

const Icon = () => h('svg', { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 },
  h('path', { d: 'M4 5h16M4 10h10M4 15h16M4 20h10' }));

const Examples = () => h('section', { className: 'examples', 'aria-label': 'Examples' },
  h('h2', null, 'Examples'),
  h('p', null, 'They work as they are for the owner of a firm of the demo, and those for the super-firm for its administrator. A mutation changes data.'),
  areas.map(([area, examples]) => h('div', { key: area },
    h('h3', null, area),
    h('ul', null, examples.map((example) => h('li', { key: example.name },
      h('button', { type: 'button', onClick: () => show(example) },
        h('span', { className: 'kind' }, kindOf(example.query)), example.name)))))));

/** Names the editors for screen readers, wraps long lines, and lets the keyboard scroll the operation and the result, when they are there. */
function prepare() {
  const names = [['query-editor', 'Operation'], ['editor-tool .graphiql-editor:nth-child(1)', 'Variables'],
    ['editor-tool .graphiql-editor:nth-child(2)', 'Headers'], ['response', 'Result']];
  const editors = names.map(([part, name]) => [document.querySelector(`.graphiql-${part} .CodeMirror`)?.CodeMirror, name]);
  if (editors.some(([found]) => !found)) {
    requestAnimationFrame(prepare);
    return;
  }
  for (const [found, name] of editors) {
    found.getInputField().setAttribute('aria-label', name);
    found.setOption('lineWrapping', true);
  }
  for (const part of ['query-editor', 'response']) editor(part).getScrollerElement().tabIndex = 0;
  const tabs = document.querySelector('.graphiql-sessions');
  new MutationObserver(() => plainTabs(tabs)).observe(tabs, { childList: true, subtree: true, attributeFilter: ['class'] });
  plainTabs(tabs);
}

/** Takes from the tabs the roles of a tab list, within which no buttons may be, such as those that close a tab. */
function plainTabs(tabs) {
  for (const element of tabs.querySelectorAll('.graphiql-tabs, .graphiql-tab')) {
    element.setAttribute('role', 'none');
    for (const name of ['aria-label', 'aria-selected']) element.removeAttribute(name);
  }
  for (const button of tabs.querySelectorAll('.graphiql-tab-button')) {
    button.setAttribute('aria-current', Boolean(button.closest('.graphiql-tab-active')));
  }
}

const plugin = { title: 'Examples', icon: Icon, content: Examples };

const { dataset } = document.documentElement;
const root = ReactDOM.createRoot(document.getElementById('playground'));
const render = () => root.render(
  h(GraphiQL, {
    fetcher,
    storage: memory,
    forcedTheme: dataset.scheme,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
    defaultQuery: welcome,
    defaultEditorToolsVisibility: true,
    plugins: [plugin],
    visiblePlugin: narrow.matches ? undefined : plugin,
  }),
);
new MutationObserver(render).observe(document.documentElement, { attributeFilter: ['data-scheme'] });
render();

prepare();
