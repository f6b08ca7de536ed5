import { expect, test } from '@playwright/test'

import { missingOf } from './missing.ts'

const whole = {
  kind: 'WhatsApp', status: 'Active', sender: '+5511999990000', secretsSet: ['accessToken', 'appSecret', 'verifyToken'], hookUrl: 'https://example.com/hooks/1',
  settings: { phoneNumberId: '123' },
} as const

test('a channel says what it still needs', () => {
  expect(missingOf({ ...whole, secretsSet: [...whole.secretsSet] })).toEqual([])
  expect(missingOf({ ...whole, sender: '123', status: 'Failing', secretsSet: ['accessToken'], hookUrl: null })).toEqual([
    'failing', 'untested', 'appSecret', 'verifyToken', 'publicUrl',
  ])
  expect(missingOf({ ...whole, kind: 'Sms', secretsSet: ['authToken'], hookUrl: 'http://127.0.0.1:8080/hooks/1' })).toEqual(['localUrl'])
  expect(missingOf({ ...whole, kind: 'Sandbox', secretsSet: [], hookUrl: null, status: 'Paused' })).toEqual(['paused'])
})
