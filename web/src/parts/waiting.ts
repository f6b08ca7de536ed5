// Waiting is an act that is not done yet.
export interface Waiting {
  run: () => Promise<void>
  undo: () => void
}

// The acts that wait belong to the page, and not to a screen: another screen is no reason to do them at once.
export const waiting = new Map<string, Waiting>()
// running has the acts that the server is asked for.
export const running = new Map<string, Promise<void>>()

// finishWaiting does at once what waits, and reports whether there was anything. It returns once all is done.
export async function finishWaiting(): Promise<boolean> {
  waiting.forEach(({ run }) => void run())
  const all = [...running.values()]
  await Promise.all(all)
  return all.length > 0
}
