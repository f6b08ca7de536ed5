// most is the longest time between two attempts to connect, in milliseconds.
const most = 30_000

// retryWait waits before another attempt to connect, for longer at each, and no longer once the browser has a network again.
export function retryWait(retries: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(most, 1000 * 2 ** retries) * (0.75 + Math.random() / 4))
    addEventListener('online', end)
  })
}
