// Waiting is an act that is not done yet.
export interface Waiting {
  // run does it, and lets its request end after the page where nothing else waits for that. isLeaving is set where the page
  // waits for no answer.
  run: (isLeaving?: boolean) => Promise<void>
  undo: () => void
}

// The acts that wait belong to the page, and not to a screen: another screen is no reason to do them at once.
export const waiting = new Map<string, Waiting>()
// running has the acts that the server is asked for.
export const running = new Map<string, Promise<void>>()

// finishWaiting does at once what waits, and reports whether there was anything. It returns once all is done. One act comes
// after the other: browsers refuse requests that may outlive the page of more than 64 KiB together.
export async function finishWaiting(): Promise<boolean> {
  const isAny = waiting.size > 0 || running.size > 0
  for (let [next] = waiting.values(); next; [next] = waiting.values()) {
    await next.run()
  }
  await Promise.all(running.values())
  return isAny
}

// leaveWaiting asks for all that waits, and waits for no answer.
export function leaveWaiting() {
  waiting.forEach(({ run }) => void run(true))
}
