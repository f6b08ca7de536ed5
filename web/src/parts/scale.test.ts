import { expect, test } from '@playwright/test'

import { scaleOf } from './scale.ts'

test('an axis begins at zero and ends with a round value', () => {
  const scale = scaleOf([3, 87])
  expect(scale.ticks).toEqual([0, 20, 40, 60, 80, 100])
  expect([0, 50, 100].map(scale.place)).toEqual([0, 0.5, 1])
})

test('whole numbers have no fractions on their axis, and others do', () => {
  expect(scaleOf([1, 2]).ticks).toEqual([0, 1, 2])
  expect(scaleOf([0.4, 1]).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
})

test('values below zero are below the line, and nothing but zeros is on it', () => {
  const scale = scaleOf([-50, 50])
  expect(scale.place(0)).toBe(0.5)
  expect(scaleOf([0, 0]).place(0)).toBe(0)
  expect(scaleOf([]).ticks).toEqual([0, 1])
})
