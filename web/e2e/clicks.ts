import type { Page } from '@playwright/test'

// countClicks counts what somebody presses with the mouse. Fields are reached by the Tab key.
export async function countClicks(page: Page) {
  let clicks = 0
  await page.exposeFunction('countClick', () => clicks++)
  await page.addInitScript(() => addEventListener('click', (event) => event.isTrusted && event.detail > 0 && void (window as unknown as { countClick: () => void }).countClick(), true))
  return () => clicks
}
