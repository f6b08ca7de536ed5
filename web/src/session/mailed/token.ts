// pages are the pages to which links in mails lead, and the one that asks for such a mail. They need
// no session.
export const pages = ['forgot', 'reset', 'verify', 'invitation'] as const

export type MailedPage = (typeof pages)[number]

// mailedPage returns the page at an address of the console, if it is one of them.
export function mailedPage(path: string): MailedPage | undefined {
  return pages.find((page) => path === `/console/${page}`)
}

let taken = ''

// takeToken returns the token of the link, and removes it from the address, so that it is neither in
// the history of the browser nor in a bookmark or a picture of the screen.
export function takeToken(): string {
  const given = new URL(location.href).searchParams.get('token')
  if (given !== null) {
    taken = given
    history.replaceState(history.state, '', location.pathname)
  }
  return taken
}
