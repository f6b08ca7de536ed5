// Ids of records that exist, with which the GET operations can be tried. They are read with the credential in use, by what it may do.

const first = ({ items }) => items[0]?.id ?? items[0]?.fileId ?? items[0]?.jobId;

// Where ids are found, by the beginnings of the paths that need them.
const lists = [
  ['/api/V1/Contact/get/', 'POST', '/api/V1/Contact/getall', { pageSize: 1 }, first],
  ['/api/V1/Contact/import/', 'GET', '/api/V1/Contact/import?pageSize=1', undefined, first],
  ['/api/v1/roles/', 'GET', '/api/v1/roles', undefined, (roles) => roles[0]?.id],
  ['/api/v1/users/', 'GET', '/api/v1/users?pageSize=1', undefined, first],
  ['/api/v1/ApiClient/', 'GET', '/api/v1/ApiClient', undefined, (clients) => clients[0]?.id],
  ['/api/v1/messaging/messages/{id}/media', 'GET', '/api/v1/messaging/messages?pageSize=100', undefined,
    ({ items }) => items.find(({ media }) => media?.status === 'Ready')?.id],
  ['/api/v1/messaging/messages/', 'GET', '/api/v1/messaging/messages?pageSize=1', undefined, first],
  ['/api/v1/messaging/channels/', 'GET', '/api/v1/messaging/channels', undefined, (channels) => channels[0]?.id],
  ['/api/v1/messaging/campaigns/', 'GET', '/api/v1/messaging/campaigns?pageSize=1', undefined, first],
  ['/api/v1/messaging/templates/', 'GET', '/api/v1/messaging/templates?pageSize=1', undefined, first],
  ['/api/v1/messaging/conversations/', 'GET', '/api/v1/messaging/conversations?limit=1', undefined, first],
  ['/api/v1/webhooks/{id}', 'GET', '/api/v1/webhooks', undefined, (webhooks) => webhooks[0]?.id],
  ['/api/v1/file/', 'GET', '/api/v1/file?pageSize=1', undefined, first],
  ['/api/v1/admin/', 'POST', '/api/v1/admin/firm/getall', { pageSize: 1 }, first],
];

/**
 * Returns the ids for parameters of operations, [path, operation], as {path, parameter, id}; none for a list that the
 * credential may not read, or in which nothing is.
 */
export async function findIds(credential, operations) {
  const { me } = credential;
  const found = new Map(); // by the beginning of a path
  const ids = [];
  for (const [path, operation] of operations) {
    for (const parameter of operation.parameters ?? []) {
      // Of setfirm these are the session's, of explain the user's.
      const own = { userId: me.user.id, relationId: me.firm?.relationId, sessionId: me.firm?.sessionId }[parameter.name];
      const list = parameter.in === 'path' && may(me, operation) && lists.find(([beginning]) => path.startsWith(beginning));
      if (list && !found.has(list)) {
        const [, method, url, body, pick] = list;
        found.set(list, await credential.call(method, url, body).then(pick, () => undefined));
      }
      const id = list ? found.get(list) : own;
      if (id) ids.push({ path, parameter, id });
    }
  }
  return ids;
}

/** Reports whether a user or a key may call an operation, by its permissions. */
function may(me, operation) {
  if (operation['x-super-firm']) return me.isSuperFirm;
  const permissions = [operation['x-permission'], operation['x-permission-or']].filter(Boolean);
  return !permissions.length || permissions.some((permission) => me.permissions.includes(permission));
}
