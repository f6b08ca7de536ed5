import { mkdirSync, readFileSync } from 'node:fs'

import { asAdmin } from './api.ts'
import { enter, expect, expectAccessible, test } from './people.ts'

test('a policy.csv is imported by the file picker and by a drop, and the rules are exported', async ({ page, request }) => {
  const mark = Date.now()
  const { me } = await asAdmin<{ me: { user: { id: string } } }>(request, '{ me { user { id } } }')
  const rule = (role: string) => `g, user:${me.user.id}, role:${role}-${mark}, *`
  const rules = ['one', 'two', 'three'].map(rule)
  await enter(page, 'admin', '/console/admin/policies')
  await page.getByTestId('new-rule').click()
  const panel = page.getByRole('dialog')
  const editor = panel.getByRole('textbox', { name: 'Lines, as in policy.csv' })
  await panel.locator('input[type=file]').setInputFiles({ name: 'policy.csv', mimeType: 'text/csv', buffer: Buffer.from(`# a file\r\n${rules[0]}\r\n${rules[0]!.replaceAll(', ', ',')}\r\nnonsense\r\n`) })
  await expect(editor).toHaveValue(`# a file\n${rules[0]}\nnonsense`)
  await expect(panel.getByText('1 rule of the file exists already, and is left out.')).toBeVisible()
  // The caret is at the end, as after typing; the fault is said for whole lines.
  await editor.press('Control+Home')
  await expect(panel.getByText('Line 3: It has to begin with p or g.')).toBeVisible()
  await expect(page.getByTestId('save')).toBeDisabled()
  await editor.fill(rules[0]!)

  const files = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'policy.csv', { type: 'text/csv' }))
    return data
  }, `${rules[0]}\n${rules[1]}\n`)
  await editor.dispatchEvent('drop', { dataTransfer: files })
  await expect(editor).toHaveValue(`${rules[0]}\n${rules[1]}`)
  await expectAccessible(page)
  await panel.getByRole('textbox', { name: 'Why' }).fill(`File ${mark}`)
  await page.getByTestId('save').click()
  await expect(page.getByText('2 rules are added')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`role:two-${mark}`) })).toContainText(`File ${mark}`)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the rules' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('policy.csv')
  const text = readFileSync(await saved.path(), 'utf8')
  expect(text).toContain(`# File ${mark}\n${rules[0]}\n`)
  expect(text).toContain(`# File ${mark}\n${rules[1]}\n`)

  // Of a file with all rules, those that exist are left out.
  await page.getByTestId('new-rule').click()
  await panel.locator('input[type=file]').setInputFiles({ name: 'policy.csv', mimeType: 'text/csv', buffer: Buffer.from(`${text}${rules[2]}\n`) })
  await expect(editor).toHaveValue(new RegExp(`role:three-${mark}, \\*$`))
  await expect(editor).not.toHaveValue(new RegExp(`role:two-${mark}`))
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  for (const role of ['one', 'two']) {
    await page.getByRole('button', { name: new RegExp(`^Delete g, .*role:${role}-${mark}`) }).click()
    await page.getByTestId('delete-rule').click()
  }
  await page.goto('/console/profile') // which deletes them at once
})

test('the same policy.csv is read again, a folder is refused, and a text is dropped as into any field', async ({ page, request, context }, { outputDir }) => {
  const { me } = await asAdmin<{ me: { user: { id: string } } }>(request, '{ me { user { id } } }')
  const rule = `g, user:${me.user.id}, role:again-${Date.now()}, *`
  await enter(page, 'admin', '/console/admin/policies')
  await page.getByTestId('new-rule').click()
  const panel = page.getByRole('dialog')
  const editor = panel.getByRole('textbox', { name: 'Lines, as in policy.csv' })
  const input = panel.locator('input[type=file]')
  for (let time = 0; time < 2; time++) {
    await input.setInputFiles({ name: 'policy.csv', mimeType: 'text/csv', buffer: Buffer.from(rule) })
    await expect(editor).toHaveValue(rule)
    // A browser tells nothing of a choice of the file that the field has.
    await expect(input).toHaveValue('')
    await editor.fill('')
  }

  mkdirSync(outputDir, { recursive: true })
  const { x, y, height } = (await editor.boundingBox())!
  const place = { x: x + 20, y: y + height / 2 }
  const browser = await context.newCDPSession(page)
  const drop = async (data: { items: object[]; files?: string[] }) => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await browser.send('Input.dispatchDragEvent', { type, ...place, data: { dragOperationsMask: 1, ...data } as never })
    }
  }
  await drop({ items: [], files: [outputDir] })
  await expect(panel.getByText('This is a folder. Drop the file that is in it.')).toBeVisible()
  await expect(editor).toHaveValue('')
  await expectAccessible(page)
  await drop({ items: [{ mimeType: 'text/plain', data: rule }] })
  await expect(editor).toHaveValue(rule)
})
