import { expect, test } from '@playwright/test'

import { sendable, type Sendable } from './sendable.ts'

function template(id: string, name: string, part: Partial<Sendable> = {}): Sendable {
  return {
    id, name, language: 'en', category: 'Utility', kind: 'Sandbox', channelId: null, body: 'Hello', status: 'Approved', approvedVersion: 1, parameters: [], approved: null, ...part,
  }
}

test('what can be sent has an approved version, is there once, and is sorted', () => {
  const approved = [template('1', 'spring'), template('2', 'autumn', { language: 'pt' })]
  const all = [template('3', 'aaa', { status: 'Draft', approvedVersion: null }), template('4', 'order', { status: 'Draft', approvedVersion: 2 }), template('1', 'spring'), template('5', 'autumn')]
  expect(sendable(approved, all).map(({ id }) => id)).toEqual(['5', '2', '4', '1'])
  expect(sendable([], [])).toEqual([])
})

test('a template with a draft has the parameters of the version in use, which is sent', () => {
  const parameters = [{ name: 'order', example: '17' }]
  const approved = { category: 'Utility' as const, body: 'Order {{order}}', parameters }
  const draft = template('1', 'order', { status: 'Draft', body: 'Hello {{name}}', parameters: [{ name: 'name', example: 'Ada' }], approved })
  expect(sendable([], [draft])).toMatchObject([{ body: 'Order {{order}}', parameters }])
})
