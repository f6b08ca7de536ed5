import { lazy, type ComponentType } from 'react'

// pause is the time between two attempts, in milliseconds.
const pause = 2000

// load imports a part of the console. While the server does not answer it tries again, so that the page and what
// somebody has typed stay. The parts of a version that the server no longer has can't be loaded: the page begins
// anew with those of the present one.
export async function load<T>(part: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await part()
    } catch {
      if (await isReplaced()) {
        location.reload()
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

// lazily is lazy by load.
export const lazily = <P extends object>(part: () => Promise<{ default: ComponentType<P> }>) => lazy(() => load(part))

// isReplaced reports whether the server has another version of the console than this page.
async function isReplaced(): Promise<boolean> {
  const own = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return own?.status === 404
}
