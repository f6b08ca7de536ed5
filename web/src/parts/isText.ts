// isText reports whether somebody types in an element, which has keys of its own.
export function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])'))
}
