import { expect, type Page } from '@playwright/test'

// linkTo waits for the newest mail to an address in the box of the demo, and returns the path of its link.
export async function linkTo(page: Page, address: string, kind: string): Promise<string> {
  let path = ''
  await expect(async () => {
    const box = await (await page.request.get('/demo/mail')).text()
    const mails = box.split('<article>').filter((mail) => mail.includes(`To ${address}`))
    path = mails.map((mail) => mail.match(`/console/${kind}\\?token=[\\w-]+`)?.[0]).find(Boolean) ?? ''
    expect(path).not.toBe('')
  }).toPass()
  return path
}
