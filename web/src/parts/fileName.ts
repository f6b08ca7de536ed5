// fileName returns the name that the header Content-Disposition gives a file, if it does. A name with letters beyond ASCII is
// in filename*, as RFC 8187 says.
export function fileName(header: string): string | undefined {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of header.matchAll(/;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g)) {
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain)
  }
  const [, encoded = ''] = /^utf-8'[^']*'(.+)$/i.exec(parameters.get('filename*') ?? '') ?? []
  return decoded(encoded) || parameters.get('filename') || undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
