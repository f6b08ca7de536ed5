import { readFileSync } from 'node:fs'

import { as, password } from './api.ts'
import { enterAs, expect, expectAccessible, people, test } from './people.ts'

// The screens that need a permission, as src/screens/screens.ts lists them.
const screens = [...readFileSync('src/screens/screens.ts', 'utf8').matchAll(/^ {2}\{ name: '([^']+)'.* permission: '([^']+)'/gm)].map(([, name = '', permission = '']) => ({ name, permission }))

test('a clerk with the permission of a screen alone is refused nothing there, on a phone', async ({ page }) => {
  test.setTimeout(600_000)
  expect(screens.length).toBeGreaterThan(15)
  const ask = <Data>(query: string, input?: object) => as<Data>(page.request, people.owner, password, query, input && { input })
  const { roleProperties } = await ask<{ roleProperties: { id: string; moduleName: string; propertyName: string }[] }>('{ roleProperties { id moduleName propertyName } }')
  const { createRole } = await ask<{ createRole: { id: string } }>('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', { name: `Clerk ${Date.now()}` })
  const allow = (permission: string) => ask('mutation ($input: SetRolePermissionsInput!) { setRolePermissions(input: $input) { id } }', {
    roleId: createRole.id, propertyIds: roleProperties.filter((one) => `${one.moduleName}:${one.propertyName}` === permission).map(({ id }) => id),
  })
  const [email, first] = [`clerk-${crypto.randomUUID()}@example.com`, 'First-password-1']
  await ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { firstName: 'Carla', lastName: 'Clerk', email, roleId: createRole.id, password: first })
  await as(page.request, email, first, 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input: { currentPassword: first, newPassword: password } })
  const refused: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/graphql')) {
      const text = await response.text().catch(() => '')
      if (text.includes('"Forbidden"')) {
        refused.push(`${page.url()}: ${response.request().postData()?.slice(0, 160)}`)
      }
    }
  })
  await page.setViewportSize({ width: 390, height: 800 })
  await enterAs(page, email, password, '/console/settings')
  const look = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.waitForLoadState('networkidle')
    await expect.soft(page.getByRole('heading', { level: 1, name: 'You may not see this page' })).toHaveCount(0)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
  for (const { name, permission } of screens) {
    await test.step(`${name} by ${permission}`, async () => {
      // The screen before is read anew when somebody changes something.
      await page.goto('/healthz')
      await allow(permission)
      await page.goto(`/console/${name}`)
      await look()
      // The page of an entry may warn of something else, such as a column that an import leaves out.
      await expect.soft(page.getByRole('main').getByRole('alert'), 'shows no fault').toHaveCount(0)
      const one = page.getByRole('main').getByRole('row').getByRole('link').first()
      if (await one.isVisible()) {
        await page.goto(await one.evaluate((link) => (link as HTMLAnchorElement).href))
        await look()
      }
    })
  }
  expect(refused).toEqual([])
})
