'use strict';

// What a newcomer sees first: how to sign in, and where the token goes.
const welcome = `# firmhub's GraphQL playground: the whole API, with its documentation in the book icon on the left.
#
# 1. Run "SignIn" with an e-mail and password of yours (firmhub serve --demo prints some).
# 2. Put the token of the answer into the "Headers" tab below:
#      { "Authorization": "Bearer <token>" }
# 3. Run "WhoAmI".

mutation SignIn {
  login(input: { email: "you@example.com", password: "" }) {
    token
    firms { firmId firmName }
  }
}

query WhoAmI {
  me {
    user { firstName lastName email }
    firm { firmName }
    role { name }
    permissions
  }
}
`;

// Headers, and with them the token, are kept in the browser only by who asks for it in the settings.
// Subscriptions go over the WebSocket of the same address; the headers of the tab travel in its connection_init.
const socket = new URL('/graphql', window.location.href);
socket.protocol = socket.protocol.replace('http', 'ws');

ReactDOM.createRoot(document.getElementById('playground')).render(
  React.createElement(GraphiQL, {
    fetcher: GraphiQL.createFetcher({ url: '/graphql', subscriptionUrl: socket.href }),
    defaultQuery: welcome,
    defaultEditorToolsVisibility: 'headers',
    defaultHeaders: '{ "Authorization": "Bearer " }',
    isHeadersEditorEnabled: true,
  }),
);
