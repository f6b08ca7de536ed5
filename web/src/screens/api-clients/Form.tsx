import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'

import { changesOf } from '../../parts/changes.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { addDays, beginning } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { nameOf } from '../../words/permissions.ts'
import { Key } from './Key.tsx'
import { createApiClient, updateApiClient, type ApiClient } from './queries.ts'
import { apiClients } from './words.ts'

interface Values {
  name: string
  description: string
  allowedIps: string[]
  // expiresAt is the last day on which the key works, or empty.
  expiresAt: string
  permissions: string[]
}

// canHave reports whether keys can have a permission.
function canHave(permission: string): boolean {
  return /^((Contact|MessagingAnalytics|MessagingChat|MessagingCampaign):|(MessagingTemplate:View|Settings:Integrations)$)/.test(permission)
}

// Create makes a key, and then shows it this once.
export function Create({ close }: { close: () => void }) {
  const { permissions } = useMe()
  const zone = useZone()
  const [key, setKey] = useState('')
  const form = useForm<Values>({ initialValues: { name: '', description: '', allowedIps: [], expiresAt: '', permissions: permissions.filter((one) => canHave(one) && one.endsWith(':View')) } })
  const { submit, fetching, fault } = useSubmit(createApiClient, form)
  const save = form.onSubmit(async ({ expiresAt, ...input }) => {
    const data = await submit({ input: { ...input, ...(expiresAt && { expiresAt: endOf(expiresAt, zone) }) } })
    if (data) {
      setKey(data.createApiClient.apiKey)
    }
  })
  if (key) {
    return <Key apiKey={key} close={close} />
  }
  return <form onSubmit={save} noValidate><Stack><ErrorText fault={fault} /><Fields form={form} /><Save fetching={fetching} /></Stack></form>
}

// Edit sends what has changed alone.
export function Edit({ client, close }: { client: ApiClient; close: () => void }) {
  const words = useWords(general)
  const zone = useZone()
  const { name, description, allowedIps, permissions } = client
  const values: Values = { name, description, allowedIps, permissions, expiresAt: client.expiresAt ? lastDay(client.expiresAt, zone) : '' }
  const form = useForm<Values>({ initialValues: values })
  const before = useFresh(form, values)
  const { submit, fetching, fault } = useSubmit(updateApiClient, form)
  const save = form.onSubmit(async (values) => {
    const { expiresAt, ...changes } = changesOf(before, values)
    const expiry = expiresAt === undefined ? {} : { expiresAt: expiresAt ? endOf(expiresAt, zone) : null }
    if (await submit({ input: { id: client.id, ...changes, ...expiry } })) {
      toasts.show({ message: words.saved })
      close()
    }
  })
  return <form onSubmit={save} noValidate><Stack><ErrorText fault={fault} /><Fields form={form} had={permissions} /><Save fetching={fetching} /></Stack></form>
}

function Fields({ form, had = [] }: { form: UseFormReturnType<Values>; had?: string[] }) {
  const words = { ...useWords(general), ...useWords(apiClients) }
  const language = useLanguage()
  const { permissions } = useMe()
  const choices = [...new Set([...permissions.filter(canHave), ...had])].sort()
  // A fault of a list names one of its entries.
  const faultOf = (field: string) => Object.entries(form.errors).find(([path]) => path.split('.')[0] === field)?.[1]
  return (
    <>
      <TextInput label={words.name} required data-autofocus {...form.getInputProps('name')} />
      <TextInput label={words.description} {...form.getInputProps('description')} />
      <Checkbox.Group label={words.permissions} description={words.permissionsText} {...form.getInputProps('permissions')} error={faultOf('permissions')}>
        <Stack gap={6} mt="xs">
          {choices.map((permission) => <Checkbox key={permission} size="xs" value={permission} label={nameOf(permission, language)} description={permission} />)}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label={words.addresses}
        description={words.addressesText}
        rows={3}
        value={form.values.allowedIps.join('\n')}
        onChange={(event) => form.setFieldValue('allowedIps', event.currentTarget.value ? event.currentTarget.value.split('\n') : [])}
        onBlur={() => form.setFieldValue('allowedIps', form.getValues().allowedIps.map((address) => address.trim()).filter(Boolean))}
        error={faultOf('allowedIps')}
      />
      <TextInput type="date" label={words.expires} description={words.expiresText} {...form.getInputProps('expiresAt')} />
    </>
  )
}

function Save({ fetching }: { fetching: boolean }) {
  const words = useWords(general)
  return <Button type="submit" loading={fetching} data-testid="save">{words.save}</Button>
}

function useZone(): string {
  return useMe().firm?.timeZone ?? 'UTC'
}

function endOf(day: string, zone: string): string {
  return beginning(addDays(day, 1), zone)
}

function lastDay(end: string, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(Date.parse(end) - 1000)
}
