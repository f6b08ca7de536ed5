import { expect, test } from '@playwright/test'

import { fresh, read, suggest, typedAt, write } from './lines.ts'

const firm = '0199c2f0-1b7d-7e02-8d0f-55c1a9e3f7a0'
const permissions = new Set(['Contact:View', 'Contact:Delete', 'Wallet:View'])

test('lines are read as casbin reads them, each with its first fault', () => {
  const faults = (text: string) => read(text, permissions).map(({ fault }) => fault)
  expect(read(`# origin\n\np,user:1 , *,Contact,  View, allow\n`, permissions)).toEqual([{ number: 3, line: 'p, user:1, *, Contact, View, allow', fault: undefined }])
  expect(faults(`g, user:1, role:support, ${firm}`)).toEqual([undefined])
  expect(faults('x, user:1')).toEqual(['kind'])
  expect(faults('p, user:1, *')).toEqual([{ fields: 6 }])
  expect(faults('p, anna, *, Contact, View, allow')).toEqual(['subject'])
  expect(faults('p, user:1, Acme, Contact, View, allow')).toEqual(['firm'])
  expect(faults('p, user:1, *, Contact, Fly, allow')).toEqual(['permission'])
  expect(faults('p, user:1, *, *, Delete, deny')).toEqual([undefined])
  expect(faults('p, user:1, *, *, *, maybe')).toEqual(['effect'])
  expect(faults('g, user:1, user:2, *')).toEqual(['role'])
  expect(faults('g, user:1, role:a, *\ng, user:1, role:a, *')).toEqual([undefined, 'twice'])
  expect(read('g, user:1, role:a, *', permissions, new Set(['g, user:1, role:a, *']))[0]?.fault).toBe('known')
})

test('a file is read without the rules that exist, and rules are written as casbin reads them', () => {
  const known = new Set(['p, user:1, *, Contact, View, deny'])
  const file = '\uFEFF# from a file\r\np, "user:1", *, Contact, View, deny\r\ng,user:1,role:a,*\r\ng, user:1, role:a, *\r\nnonsense\r\n'
  expect(fresh(file, known)).toEqual({ text: '# from a file\ng,user:1,role:a,*\nnonsense', skipped: 2 })
  expect(fresh('', known)).toEqual({ text: '', skipped: 0 })
  const rules = [{ line: 'p, user:1, *, Contact, View, deny', note: 'one\ntwo' }, { line: 'g, user:1, role:a, *', note: null }]
  expect(write(rules)).toBe('# one two\np, user:1, *, Contact, View, deny\ng, user:1, role:a, *\n')
  expect(fresh(write(rules), new Set(rules.map(({ line }) => line)))).toEqual({ text: '# one two', skipped: 2 })
})

test('a suggestion fits the field of the caret', () => {
  const all = { subjects: [{ value: 'user:1', label: 'Anna' }, { value: 'role:2', label: 'Sales' }], firms: [{ value: firm, label: 'Acme' }], permissions }
  const values = (text: string) => suggest(text, text.length, all).choices.map(({ value }) => value)
  expect(values('')).toEqual(['p', 'g'])
  expect(values('p, ann')).toEqual(['user:1'])
  expect(values('g, user:1, ')).toEqual(['role:2'])
  expect(values('p, user:1, acme')).toEqual([firm])
  expect(values('p, user:1, *, Contact, ')).toEqual(['*', 'View', 'Delete'])
  expect(values('p, user:1, *, Contact, View, ')).toEqual(['allow', 'deny'])
  expect(suggest('p, ann, *', 6, all)).toMatchObject({ from: 3, to: 6 })
})

test('what is typed for a subject or a firm is known', () => {
  const at = (text: string) => typedAt(text, text.length)
  expect(at('p, user:1, *, Contact, View, allow\np, Ana Sil')).toEqual({ of: 'subject', typed: 'Ana Sil' })
  expect(at('p, user:1, Bela')).toEqual({ of: 'firm', typed: 'Bela' })
  expect(at('g, user:1, role:x, ')).toEqual({ of: 'firm', typed: '' })
  expect(at('g, user:1, ')).toBeUndefined()
  expect(at('p, user:1, *, Contact')).toBeUndefined()
  expect(at('# p, user:1')).toBeUndefined()
})
