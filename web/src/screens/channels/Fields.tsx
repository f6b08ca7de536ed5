import { Anchor, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'

import type { ChannelKind } from '../../api/generated/graphql.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { SecretField } from './SecretField.tsx'
import { fieldsOf, rates, type Field, type Values } from './values.ts'
import { fieldWords } from './fieldWords.ts'

interface Props {
  form: UseFormReturnType<Values>
  kind: ChannelKind
  // secretsSet are the secrets that the channel has.
  secretsSet?: string[]
}

// Fields are what a channel of a kind is configured with. Each says where its value is found at the provider. What
// has a default that is nearly always right is shown on demand, and when the server has found a fault in it.
export function Fields({ form, kind, secretsSet = [] }: Props) {
  const words = { ...useWords(general), ...useWords(fieldWords) }
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const fields = fieldsOf[kind]
  const advanced = fields.filter((field) => field.advanced)
  const isOpen = opened || [...advanced.map(pathOf), 'messagesPerSecond'].some((path) => path in form.errors)
  return (
    <>
      <TextInput label={words.name} description={words.nameText} required data-autofocus maxLength={100} {...form.getInputProps('name')} />
      {fields.filter((field) => !field.advanced).map((field) => <One key={field.name} form={form} kind={kind} field={field} isSet={secretsSet.includes(field.name)} />)}
      {isOpen ? (
        <>
          {advanced.map((field) => <One key={field.name} form={form} kind={kind} field={field} isSet={false} />)}
          <TextInput label={words.messagesPerSecond} description={words.messagesPerSecondText(format.number(rates[kind]))} inputMode="numeric" {...form.getInputProps('messagesPerSecond')} />
        </>
      ) : (
        <div><Anchor component="button" type="button" size="sm" onClick={() => setOpened(true)}>{words.moreSettings}</Anchor></div>
      )}
    </>
  )
}

function One({ form, kind, field, isSet }: { form: UseFormReturnType<Values>; kind: ChannelKind; field: Field; isSet: boolean }) {
  const words = useWords(fieldWords)
  const { label, where } = words.fieldOf(kind, field.name)
  if (field.at === 'secrets') {
    return <SecretField form={form} name={field.name} label={label} where={where} required={field.required} isSet={isSet} />
  }
  const shared = { label, description: where, required: field.required, ...form.getInputProps(pathOf(field)) }
  if (field.name === 'security') {
    return <NativeSelect {...shared} data={(['StartTls', 'Tls', 'None'] as const).map((value) => ({ value, label: words.securities[value] }))} />
  }
  return <TextInput {...shared} autoComplete="off" inputMode={field.name === 'port' ? 'numeric' : undefined} />
}

function pathOf({ at, name }: Field): string {
  return `${at}.${name}`
}
