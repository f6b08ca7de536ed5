import { expect, type Page } from '@playwright/test'

// hold lets the time of all tabs stand still, so that nothing that waits for seconds, as an act that can be undone, ends
// before page.clock.fastForward, however slow the machine is. Frames and what waits for less than two seconds, as a
// search for the end of the typing, come as ever, and requests have their own time.
export async function hold(page: Page) {
  const context = page.context()
  // Pages that are opened later are held as well.
  const everywhere = async (run: () => void) => {
    await context.addInitScript(run)
    await Promise.all(context.pages().map((tab) => tab.evaluate(run)))
  }
  await everywhere(() => void Object.assign(window, { flowing: { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame, limit: AbortSignal.timeout } }))
  await page.clock.install()
  await everywhere(() => {
    const { flowing } = window as unknown as { flowing: typeof globalThis & { limit: typeof AbortSignal.timeout } }
    const { setTimeout: soon, clearTimeout: forgetSoon, requestAnimationFrame, cancelAnimationFrame, limit } = flowing
    const { setTimeout: later, clearTimeout: forgetLater } = window
    // The clock of Playwright counts its timers from 1e12.
    const forget = (timer = 0) => (timer < 1e12 ? forgetSoon : forgetLater)(timer)
    const start = (run: TimerHandler, wait = 0, ...rest: unknown[]) => (wait < 2000 ? soon : later)(run, wait, ...rest)
    Object.assign(window, { setTimeout: start, clearTimeout: forget, requestAnimationFrame, cancelAnimationFrame })
    AbortSignal.timeout = (wait) => limit.call(AbortSignal, wait)
  })
  // Time can only be stopped at a moment to come, which a slow machine misses; a late one would end what has begun.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)).toPass()
}
