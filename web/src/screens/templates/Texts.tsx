import { Group, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef, type FocusEvent } from 'react'

import { useWords } from '../../words/language.ts'
import { Buttons } from './Buttons.tsx'
import { InsertParameter } from './InsertParameter.tsx'
import { hasParts, headerTypes, type Values } from './values.ts'
import { templates } from './words.ts'

// Texts are the parts of a template that its kind has. A parameter is inserted where the cursor was last.
export function Texts({ form }: { form: UseFormReturnType<Values> }) {
  const words = useWords(templates)
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const remember = { onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void (last.current = event.currentTarget) }
  const { kind, header } = form.values
  const parts = hasParts(kind)
  const insert = (name: string) => {
    const field = last.current?.isConnected ? last.current : document.querySelector<HTMLTextAreaElement>('[data-path=body]')
    if (field) {
      // The field itself tells the form, as if somebody typed.
      field.focus()
      field.setRangeText(`{{${name}}}`, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
      form.setFieldValue(field.dataset.path ?? 'body', field.value)
    }
  }
  return (
    <>
      {kind === 'Email' && <TextInput label={words.subject} required maxLength={200} {...form.getInputProps('subject')} {...remember} />}
      {parts && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={words.header}
            data={[{ value: '', label: words.noHeader }, ...headerTypes.map((value) => ({ value, label: words.headerTypes[value] }))]}
            {...form.getInputProps('header.type')}
          />
          {header.type && <TextInput label={header.type === 'Text' ? words.headerText : words.headerAddress} {...form.getInputProps('header.text')} {...remember} />}
        </SimpleGrid>
      )}
      <Textarea label={words.body} description={words.bodyTexts[kind]} required rows={kind === 'Email' ? 6 : 8} {...form.getInputProps('body')} {...remember} />
      {kind === 'Email' && <Textarea label={words.html} description={words.htmlText} rows={10} styles={{ input: { fontFamily: 'var(--mono)' } }} {...form.getInputProps('html')} {...remember} />}
      <Group gap="xs">
        <InsertParameter form={form} insert={insert} />
        <Text size="xs" c="dimmed" className="template-hint">{words.insertText}</Text>
      </Group>
      {parts && <TextInput label={words.footer} description={words.footerText} maxLength={60} {...form.getInputProps('footer')} />}
      {parts && <Buttons form={form} remember={remember} />}
    </>
  )
}
