// Shows what the normalizing caches of urql and Apollo hold after mutations:
//
//   FIRMHUB_TOKEN=… node cache.js URL
//
// It reads users, roles, me and API clients, changes a role and API clients, and prints for each client what the same queries
// answer from the cache alone, as {"urql": …, "apollo": …}. It makes an API client of its own for each.

import apollo from '@apollo/client/core/core.cjs';
import { cacheExchange } from '@urql/exchange-graphcache';
import { createClient, fetchExchange, gql } from '@urql/core';

const url = process.argv[2];
const headers = { authorization: `Bearer ${process.env.FIRMHUB_TOKEN}` };

const read = gql`{
  userPage { items { id role { id name description } } }
  me { role { id name } }
  roles { id name description }
  roleLookup { id name }
  apiClientPage { items { id name status keyPrefix } }
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
    const keyless = ['Me', 'UserPage', 'ApiClientPage'];
    const client = createClient({
      url,
      preferGetMethod: false,
      fetchOptions: { headers },
      exchanges: [cacheExchange({ keys: Object.fromEntries(keyless.map((type) => [type, () => null])) }), fetchExchange],
    });
    const data = ({ data, error }) => {
      if (error) throw error;
      return data;
    };
    return {
      fetch: async () => data(await client.query(read, {}).toPromise()),
      cached: async () => data(await client.query(read, {}, { requestPolicy: 'cache-only' }).toPromise()),
      mutate: async (document, variables) => data(await client.mutation(document, variables).toPromise()),
    };
  },
  apollo() {
    const { ApolloClient, HttpLink, InMemoryCache } = apollo;
    const client = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: url, headers, fetch }) });
    return {
      fetch: async () => (await client.query({ query: read })).data,
      cached: async () => client.readQuery({ query: read }),
      mutate: async (mutation, variables) => (await client.mutate({ mutation, variables })).data,
    };
  },
};

const result = {};
for (const [name, make] of Object.entries(clients)) {
  const client = make();
  const { createApiClient: made } = await client.mutate(create, { input: { name: `${name} shop` } });
  const { me } = await client.fetch();
  await client.mutate(update, { input: { id: me.role.id, description: `Changed by ${name}.` } });
  await client.mutate(rename, { input: { id: made.apiClient.id, name: `${name} till` } });
  await client.mutate(revoke, { id: made.id });
  const cached = await client.cached();
  const role = (all) => all.find(({ id }) => id === me.role.id);
  result[name] = {
    ofUser: cached.userPage.items[0].role.description,
    ofRoles: role(cached.roles).description,
    names: [cached.me.role.name, role(cached.roleLookup).name],
    apiClient: cached.apiClientPage.items.filter(({ id }) => id === made.id).map(({ name, status }) => [name, status]),
  };
}
console.log(JSON.stringify(result));
process.exit(0);
