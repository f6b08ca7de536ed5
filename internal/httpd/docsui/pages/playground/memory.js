// Where GraphiQL keeps what it would keep in the local storage. Operations and variables can hold passwords, and so everything is
// gone when the page is.

const kept = new Map();

/** A Storage in the memory of the page. */
export const memory = {
  get length() { return kept.size; },
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => { kept.set(name, String(value)); },
  removeItem: (name) => { kept.delete(name); },
  clear: () => { kept.clear(); },
};
