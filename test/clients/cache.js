// Shows what the normalizing caches of urql and Apollo hold after mutations:
//
//   FIRMHUB_TOKEN=… node cache.js URL MODULE
//
// The module is that of docs/caches.md. It reads users, roles, me, API clients and parts of other types, changes a role and API clients,
// and prints for each client what the same queries answer from the cache alone, and the warnings, as {"urql": …, "apollo": …}. It makes
// an API client of its own for each.

import apollo from '@apollo/client/core/core.cjs';
import { cacheExchange } from '@urql/exchange-graphcache';
import { createClient, fetchExchange, gql } from '@urql/core';

const [url, module] = process.argv.slice(2);
const { keys, typePolicies } = await import(module);
const headers = { authorization: `Bearer ${process.env.FIRMHUB_TOKEN}` };

const read = gql`{
  userPage { items { id role { id name description } } }
  me { role { id name } }
  roles { id name description }
  roleLookup { id name }
  apiClientPage { items { id name status keyPrefix } }
  contacts(first: 1) { totalCount edges { cursor node { id } } pageInfo { hasNextPage } }
  messagingDashboard { volume { totalSent points { date } } }
  walletBalance { balance }
}`;
// The same parts, with other fields.
const others = gql`{
  me { user { id email } firm { firmId } }
  walletBalance { currency }
}`;
const create = gql`mutation ($input: CreateApiClientInput!) {
  createApiClient(input: $input) { id name apiKey createdAt status apiClient { id name status keyPrefix } }
}`;
const update = gql`mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { id name description } }`;
const rename = gql`mutation ($input: UpdateApiClientInput!) { updateApiClient(input: $input) { id name } }`;
const revoke = gql`mutation ($id: ID!) { revokeApiClient(id: $id) { id status } }`;

// clients have the same three functions.
const clients = {
  urql() {
    const client = createClient({
      url,
      preferGetMethod: false,
      fetchOptions: { headers },
      exchanges: [cacheExchange({ keys }), fetchExchange],
    });
    const data = ({ data, error }) => {
      if (error) throw error;
      return data;
    };
    return {
      fetch: async (query) => data(await client.query(query, {}).toPromise()),
      cached: async (query) => data(await client.query(query, {}, { requestPolicy: 'cache-only' }).toPromise()),
      mutate: async (document, variables) => data(await client.mutation(document, variables).toPromise()),
    };
  },
  apollo() {
    const { ApolloClient, HttpLink, InMemoryCache } = apollo;
    const client = new ApolloClient({ cache: new InMemoryCache({ typePolicies }), link: new HttpLink({ uri: url, headers, fetch }) });
    return {
      fetch: async (query) => (await client.query({ query })).data,
      cached: async (query) => client.readQuery({ query }),
      mutate: async (mutation, variables) => (await client.mutate({ mutation, variables })).data,
    };
  },
};

let warnings;
console.warn = console.error = (...words) => warnings.push(words.join(' '));

const result = {};
for (const [name, make] of Object.entries(clients)) {
  warnings = [];
  const client = make();
  const { createApiClient: made } = await client.mutate(create, { input: { name: `${name} shop` } });
  const { me } = await client.fetch(read);
  await client.fetch(others);
  await client.mutate(update, { input: { id: me.role.id, description: `Changed by ${name}.` } });
  await client.mutate(rename, { input: { id: made.apiClient.id, name: `${name} till` } });
  await client.mutate(revoke, { id: made.id });
  const cached = await client.cached(read);
  const { walletBalance } = await client.cached(others);
  const role = (all) => all.find(({ id }) => id === me.role.id);
  result[name] = {
    ofUser: cached.userPage.items[0].role.description,
    ofRoles: role(cached.roles).description,
    names: [cached.me.role.name, role(cached.roleLookup).name],
    apiClient: cached.apiClientPage.items.filter(({ id }) => id === made.id).map(({ name, status }) => [name, status]),
    balance: [cached.walletBalance.balance, walletBalance.currency],
    warnings,
  };
}
console.log(JSON.stringify(result));
process.exit(0);
