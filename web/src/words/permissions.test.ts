import { readFileSync } from 'node:fs'

import { expect, test } from '@playwright/test'

import { actionName, actions, moduleName, modules, names, permissionName } from './permissions.ts'

test('the permissions of the server have names in all languages', () => {
  const catalog = [...readFileSync('../authz/catalog.go', 'utf8').matchAll(/\{"(\w+)", "(\w+)", "([^"]+)"\}/g)]
  expect(catalog.length).toBeGreaterThan(40)
  expect(Object.entries(names).map(([name, { en }]) => [name, en])).toEqual(catalog.map(([, module, action, name]) => [`${module}:${action}`, name]))
  expect(Object.values(names).flatMap(({ pt, es }) => [pt, es])).not.toContain('')
})

test('the modules and actions of the server have names in all languages', () => {
  const parts = Object.keys(names).map((name) => name.split(':'))
  expect(Object.keys(modules)).toEqual([...new Set(parts.map(([module]) => module))])
  expect(Object.keys(actions).sort()).toEqual([...new Set(parts.map(([, action]) => action))].sort())
  expect([...Object.values(modules), ...Object.values(actions)].flatMap(Object.values)).not.toContain('')
  expect([moduleName('ApiClient', 'pt'), actionName('View', 'es')]).toEqual(['Chaves de API', 'Ver'])
  expect([moduleName('Loyalty', 'pt'), actionName('Redeem', 'es')]).toEqual(['Loyalty', 'Redeem'])
})

test('a name that the super-firm has written stays', () => {
  const view = { moduleName: 'Contact', propertyName: 'View', displayName: 'View contacts' }
  expect(permissionName(view, 'pt')).toBe('Ver contatos')
  expect(permissionName({ ...view, displayName: 'See clients' }, 'pt')).toBe('See clients')
  expect(permissionName({ ...view, moduleName: 'Loyalty' }, 'es')).toBe('View contacts')
})
