import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'
import { useClient } from 'urql'

import { changesOf, clashesOf, mergedOf } from '../../parts/changes.ts'
import { Conflict } from '../../parts/Conflict.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useOvertaken } from '../../parts/useOvertaken.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { addDays, beginning } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { nameOf } from '../../words/permissions.ts'
import { Key } from './Key.tsx'
import { apiClientQuery, createApiClient, updateApiClient, type ApiClient } from './queries.ts'
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

// Edit sends what has changed alone, and asks when somebody else has changed the same.
export function Edit({ client, close }: { client: ApiClient; close: () => void }) {
  const language = useLanguage()
  const words = { ...useWords(general), ...useWords(apiClients) }
  const zone = useZone()
  const { id } = client
  const server = useClient()
  const form = useForm<Values>({ initialValues: valuesOf(client, zone) })
  const base = useFresh(form, valuesOf(client, zone))
  const { submit, fetching, fault } = useSubmit(updateApiClient, form)
  const read = async () => {
    const { data, error } = await server.query(apiClientQuery, { id }, { requestPolicy: 'network-only' })
    return { values: data?.apiClient ? valuesOf(data.apiClient, zone) : undefined, error }
  }
  const { theirs, reading, check, forget, ...overtaken } = useOvertaken(read, (known, theirs) => clashesOf(known, theirs, form.getValues()).length > 0)
  const send = async (values: Values, known: Values) => {
    const now = await check(known)
    if (!now) {
      return
    }
    const { expiresAt, ...changes } = changesOf(now, mergedOf(known, now, values))
    const expiry = expiresAt === undefined ? {} : { expiresAt: expiresAt ? endOf(expiresAt, zone) : null }
    if (await submit({ input: { id, ...changes, ...expiry } })) {
      toasts.show({ message: words.saved })
      close()
    }
  }
  const show = (values: Values) => {
    form.setInitialValues(theirs ?? values)
    form.setValues(values)
    forget()
  }
  const mine = theirs && mergedOf(base, theirs, form.values)
  const textOf = (values: Values, field: keyof Values) => {
    switch (field) {
      case 'permissions':
        return values.permissions.map((permission) => nameOf(permission, language)).join(', ') || words.nothing
      case 'allowedIps':
        return values.allowedIps.join(', ') || words.anyAddress
      default:
        return values[field]
    }
  }
  const labels = { name: words.name, description: words.description, permissions: words.permissions, allowedIps: words.addresses, expiresAt: words.expires }
  return (
    <form onSubmit={form.onSubmit((values) => send(values, base))} noValidate>
      <Stack>
        <ErrorText fault={overtaken.fault ?? fault} />
        {theirs && mine && (
          <Conflict
            differences={clashesOf(base, theirs, mine).map((field) => ({ label: labels[field], theirs: textOf(theirs, field), mine: textOf(mine, field) }))}
            take={() => show(theirs)}
            save={() => {
              show(mine)
              void send(mine, theirs)
            }}
          />
        )}
        <Fields form={form} had={[...base.permissions, ...client.permissions]} />
        <Save fetching={fetching || reading} disabled={Boolean(theirs)} />
      </Stack>
    </form>
  )
}

function valuesOf({ name, description, allowedIps, permissions, expiresAt }: ApiClient, zone: string): Values {
  return { name, description, allowedIps, permissions, expiresAt: expiresAt ? lastDay(expiresAt, zone) : '' }
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

function Save({ fetching, disabled }: { fetching: boolean; disabled?: boolean }) {
  const words = useWords(general)
  return <Button type="submit" loading={fetching} disabled={disabled} data-testid="save">{words.save}</Button>
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
