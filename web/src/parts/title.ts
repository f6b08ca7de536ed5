// The title of the page is that of the screen, after a mark for what waits elsewhere, such as (3).
let title = ''
let mark = ''

export function setTitle(next: string) {
  title = next
  show()
}

// setTitleMark sets the mark, for whichever screen is open. Empty is none.
export function setTitleMark(next: string) {
  mark = next
  show()
}

function show() {
  document.title = `${mark && `${mark} `}${title} · firmhub`
}
