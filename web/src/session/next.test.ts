import { expect, test } from '@playwright/test'

import { nextPage } from './next.ts'

const next = (page: string) => nextPage(`https://firmhub.example/console?next=${encodeURIComponent(page)}`)

test('who comes from a page of the server goes back to it', () => {
  for (const page of ['/', '/docs', '/docs#/Contacts/getContact', '/graphql/playground', '/notifications-demo']) {
    expect(next(page)).toBe(page)
  }
  expect(next('/docs?url=https://other.example')).toBe('/docs')
})

test('nobody is led elsewhere', () => {
  for (const page of [
    '', 'docs', '/console', '/files/x', '/docs/', '//other.example', '//other.example/docs', '/\\other.example/docs', '/.//other.example', '/\t/other.example/docs',
    'https://other.example/docs', 'https:other.example', 'javascript:alert(1)', 'blob:https://firmhub.example/docs', '/%2f/other.example', '//', 'https://firmhub.example@other.example/docs',
  ]) {
    expect(next(page), page).toBeUndefined()
  }
  expect(nextPage('https://firmhub.example/console')).toBeUndefined()
})
