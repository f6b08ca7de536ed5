import { expect, test } from '@playwright/test'

import { skip } from './hidden.ts'

test('lines are those of the list without what is hidden', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const hidden of [[], [0], [5], [1, 2], [0, 1, 4], [0, 2, 4]]) {
    const left = list.filter((_, place) => !hidden.includes(place))
    expect(left.map((_, line) => list[skip(line, hidden)])).toEqual(left)
  }
})
