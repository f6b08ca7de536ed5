import { expect, test } from '@playwright/test'

import { nameIn, priceName } from './priceName.ts'

const words = { categories: { Marketing: 'Marketing', Utility: 'Utilidade' }, kinds: { WhatsApp: 'WhatsApp', Sms: 'SMS', Email: 'E-mail', Sandbox: 'Sandbox' } }

test('a price is named in the language of the user', () => {
  expect(priceName({ country: 'DE', kind: 'Sms' }, words, 'pt')).toBe('Alemanha · SMS')
  expect(nameIn('Utility', words, 'pt')).toBe('Utilidade')
  expect(nameIn('Utility DE Sms', words, 'pt')).toBe('Utilidade · Alemanha · SMS')
  expect(nameIn('Utility Email', words, 'pt')).toBe('Utilidade · E-mail')
  expect(nameIn('Marketing BR', words, 'en')).toBe('Marketing · Brazil')
})
