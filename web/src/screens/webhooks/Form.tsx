import { Button, Checkbox, Input, Stack, TextInput } from '@mantine/core'
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
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { createWebhook, updateWebhook, webhookQuery, type Webhook } from './queries.ts'
import { Secret } from './Secret.tsx'
import { Types } from './Types.tsx'
import { webhooks } from './words.ts'

interface Values {
  name: string
  url: string
  // all is set for a webhook that gets the events of all types.
  all: boolean
  eventTypes: string[]
  ordered: boolean
}

// Create makes a webhook, and then shows its secret this once.
export function Create({ close }: { close: (id: string) => void }) {
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const form = useWebhookForm({ name: '', url: '', all: true, eventTypes: [], ordered: false })
  const { submit, fetching, fault } = useSubmit(createWebhook, form)
  const save = form.onSubmit(async (values) => setMade((await submit({ input: inputOf(values) }))?.createWebhook))
  if (made) {
    return <Secret secret={made.secret} close={() => close(made.id)} />
  }
  return <form onSubmit={save} noValidate><Stack><ErrorText fault={fault} /><Fields form={form} fetching={fetching} /></Stack></form>
}

// Edit sends what has changed alone, and asks when somebody else has changed the same.
export function Edit({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const words = { ...useWords(general), ...useWords(webhooks) }
  const { id } = webhook
  const client = useClient()
  const form = useWebhookForm(valuesOf(webhook))
  const base = useFresh(form, valuesOf(webhook))
  const { submit, fetching, fault } = useSubmit(updateWebhook, form)
  const read = async () => {
    const { data, error } = await client.query(webhookQuery, { id }, { requestPolicy: 'network-only' })
    return { values: data?.webhook ? valuesOf(data.webhook) : undefined, error }
  }
  const clashes = (known: Values, theirs: Values) => clashesOf(inputOf(known), inputOf(theirs), inputOf(form.getValues()))
  const { theirs, reading, check, forget, ...overtaken } = useOvertaken(read, (known, theirs) => clashes(known, theirs).length > 0)
  const send = async (values: Values, known: Values) => {
    const now = await check(known)
    if (now && (await submit({ input: { id, ...changesOf(inputOf(now), mergedOf(inputOf(known), inputOf(now), inputOf(values))) } }))) {
      toasts.show({ message: words.saved })
      close()
    }
  }
  const show = (values: Values) => {
    form.setInitialValues(theirs ?? values)
    form.setValues(values)
    forget()
  }
  const mine = theirs && valuesOf(mergedOf(inputOf(base), inputOf(theirs), inputOf(form.values)))
  const textOf = (values: Values, field: keyof Input) => {
    switch (field) {
      case 'eventTypes':
        return inputOf(values).eventTypes.join(', ') || words.allTypesShort
      case 'ordered':
        return values.ordered ? words.inOrder : words.anyOrder
      default:
        return values[field]
    }
  }
  const labels = { name: words.name, url: words.url, eventTypes: words.types, ordered: words.order }
  return (
    <form onSubmit={form.onSubmit((values) => send(values, base))} noValidate>
      <Stack>
        <ErrorText fault={overtaken.fault ?? fault} />
        {theirs && mine && (
          <Conflict
            differences={clashes(base, theirs).map((field) => ({ label: labels[field], theirs: textOf(theirs, field), mine: textOf(mine, field) }))}
            take={() => show(theirs)}
            save={() => {
              show(mine)
              void send(mine, theirs)
            }}
          />
        )}
        <Fields form={form} fetching={fetching || reading} disabled={Boolean(theirs)} />
      </Stack>
    </form>
  )
}

function useWebhookForm(initialValues: Values) {
  const words = useWords(webhooks)
  return useForm<Values>({
    initialValues,
    validate: { eventTypes: (types, { all }) => (!all && types.length === 0 ? words.typesRequired : null) },
  })
}

// Input is what is stored: without event types, a webhook gets those of all types.
type Input = Pick<Webhook, 'name' | 'url' | 'eventTypes' | 'ordered'>

function valuesOf({ name, url, eventTypes, ordered }: Input): Values {
  return { name, url, all: eventTypes.length === 0, eventTypes, ordered }
}

function inputOf({ name, url, all, eventTypes, ordered }: Values): Input {
  return { name, url, eventTypes: all ? [] : eventTypes, ordered }
}

function Fields({ form, fetching, disabled }: { form: UseFormReturnType<Values>; fetching: boolean; disabled?: boolean }) {
  const words = { ...useWords(general), ...useWords(webhooks) }
  const { all, eventTypes } = form.values
  // A fault of a list names one of its entries.
  const fault = Object.entries(form.errors).find(([path]) => path.split('.')[0] === 'eventTypes')?.[1]
  return (
    <>
      <TextInput label={words.name} required data-autofocus {...form.getInputProps('name')} />
      <TextInput label={words.url} description={words.urlText} required type="url" placeholder="https://" {...form.getInputProps('url')} />
      <Stack component="fieldset" gap="sm" p={0} m={0} bd={0} miw={0}>
        <Input.Label component="legend" p={0}>{words.types}</Input.Label>
        <Checkbox size="xs" label={words.allTypes} {...form.getInputProps('all', { type: 'checkbox' })} />
        {!all && <Types value={eventTypes} choose={(types) => form.setFieldValue('eventTypes', types)} />}
        {fault && <Input.Error role="alert">{fault}</Input.Error>}
      </Stack>
      <Checkbox size="xs" label={words.ordered} description={words.orderedText} {...form.getInputProps('ordered', { type: 'checkbox' })} />
      <Button type="submit" loading={fetching} disabled={disabled} data-testid="save">{words.save}</Button>
    </>
  )
}
