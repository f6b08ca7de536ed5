// framed returns the HTML of a mail for a frame of the console. Its policy lets nothing be loaded from elsewhere, so what would
// be is left out: pictures, style sheets and fonts of other servers, and scripts.
export function framed(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  page.querySelectorAll('script, link, base, meta[http-equiv], iframe, object, embed').forEach((element) => element.remove())
  page.querySelectorAll('[src], [srcset], [background]').forEach((element) => {
    if (!element.getAttribute('src')?.startsWith('data:')) {
      element.removeAttribute('src')
    }
    element.removeAttribute('srcset')
    element.removeAttribute('background')
  })
  page.querySelectorAll('a[href]').forEach((link) => link.setAttribute('href', '#'))
  return page.documentElement.outerHTML
}
