import { expect, test } from '@playwright/test'

import { fileName } from './fileName.ts'

test('a file has the name that the server gives it', () => {
  for (const [header, name] of [
    ['attachment; filename=contacts.csv', 'contacts.csv'],
    ['attachment; filename="our contacts; all.csv"', 'our contacts; all.csv'],
    [String.raw`attachment; filename="the \"best\" \\ones.csv"`, String.raw`the "best" \ones.csv`],
    ["attachment; filename*=utf-8''Or%C3%A7amento.pdf", 'Orçamento.pdf'],
    ["attachment; filename=Orcamento.pdf; filename*=UTF-8'pt'Or%C3%A7amento.pdf", 'Orçamento.pdf'],
    [`attachment; filename="a; filename*=utf-8''b"`, "a; filename*=utf-8''b"],
    ["attachment; filename=plain.pdf; filename*=utf-8''%E0", 'plain.pdf'],
    ['attachment', undefined],
    ['', undefined],
  ]) expect(fileName(header!)).toBe(name)
})
