import { expect, test } from '@playwright/test'
import { CombinedError, type Client } from 'urql'

import { pageSize, Pages } from './pages.ts'

type Answer = { data?: object; error?: CombinedError }

const row = { data: { contactPage: { totalCount: 100, items: [] } } }
const broken = { error: new CombinedError({ networkError: new Error('cut') }) }
const refused = { error: new CombinedError({ graphQLErrors: [{ message: 'Slow down', extensions: { code: 'TooManyRequests' } }] }) }

// listOf returns a list, and what it has subscribed to: the page and how to answer it. A server that isQuick answers each
// at once.
function listOf(isQuick?: (asked: number) => Answer | undefined) {
  const open = new Map<(answer: Answer) => void, number>()
  let asked = 0
  const query = (_: unknown, { input }: { input: { page: number } }) => ({
    subscribe: (tell: (answer: Answer) => void) => {
      open.set(tell, input.page)
      const answer = isQuick?.(asked++)
      if (answer) {
        tell(answer)
      }
      return { unsubscribe: () => void open.delete(tell) }
    },
  })
  const filter = { search: '', tags: [], sort: 'lastName', descending: false } as unknown as ConstructorParameters<typeof Pages>[1]
  const list = new Pages({ query } as unknown as Client, filter, { phones: false, emails: false, tags: false })
  const answer = (page: number, answer: Answer) => open.forEach((of, tell) => of === page && tell(answer))
  return { list, answer, open: () => [...open.values()].sort() }
}

test('a page that can’t be read is said until it is read or left, whatever others answer', async () => {
  const { list, answer, open } = listOf()
  list.see(0, pageSize)
  await expect.poll(open).toEqual([1, 2])
  answer(1, broken)
  answer(2, row)
  expect(list.fault?.code).toBe('Network')
  answer(1, row)
  expect(list.fault).toBeUndefined()
  answer(1, broken)
  list.see(pageSize, pageSize)
  await expect.poll(open).toEqual([2])
  expect(list.fault).toBeUndefined()
  list.close()
  expect(open()).toEqual([])
})

test('what the server refuses for now is asked again, and not watched twice', async () => {
  const { list, answer, open } = listOf()
  list.see(0, 0)
  await expect.poll(open).toEqual([1])
  answer(1, refused)
  expect(list.fault).toBeUndefined()
  expect(open()).toEqual([])
  await expect.poll(open).toEqual([1])
  list.close()
  expect(open()).toEqual([])
  const quick = listOf((asked) => (asked === 0 ? refused : row))
  quick.list.see(0, 0)
  await expect.poll(() => quick.list.total).toBe(100)
  expect(quick.open()).toEqual([1])
  quick.list.close()
  expect(quick.open()).toEqual([])
})
