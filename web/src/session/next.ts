// pages are the pages of this server beside the console. People come from them to sign in.
const pages = ['/', '/docs', '/graphql/playground', '/notifications-demo']

// nextPage returns the page that an address of the console names in next, with the place in it, such as
// /docs#/Contacts. Anything else, above all a page of somebody else, is ignored.
export function nextPage(address: string): string | undefined {
  const { origin, searchParams } = new URL(address)
  const next = searchParams.get('next') ?? ''
  if (!URL.canParse(next, origin)) {
    return undefined
  }
  const page = new URL(next, origin)
  return next.startsWith('/') && page.origin === origin && pages.includes(page.pathname) ? page.pathname + page.hash : undefined
}
