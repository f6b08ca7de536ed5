// A plugin of Swagger UI that follows the references of the document. Swagger UI by itself reads the whole document anew for each
// operation that is opened, which takes seconds.

export const Resolve = () => ({
  fn: {
    resolveSubtree: async (spec, path) => ({ spec: resolve(spec, path.reduce((node, name) => node?.[name], spec), []), errors: [] }),
  },
});

/** Returns a node with what it refers to in the place of its references, but for those within what they refer to. */
function resolve(spec, node, within) {
  if (Array.isArray(node)) return node.map((item) => resolve(spec, item, within));
  if (node === null || typeof node !== 'object') return node;
  const reference = node.$ref;
  if (typeof reference === 'string' && reference.startsWith('#/')) {
    if (within.includes(reference)) return node;
    const target = reference.slice(2).split('/').reduce((from, name) => from?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], spec);
    return { ...resolve(spec, target, [...within, reference]), $$ref: reference };
  }
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolve(spec, value, within)]));
}
