import { Button, Checkbox, Input, Stack, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'

import { changesOf } from '../../parts/changes.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { createWebhook, updateWebhook, type Webhook } from './queries.ts'
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

// Edit sends what has changed alone.
export function Edit({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const words = useWords(general)
  const { name, url, eventTypes, ordered } = webhook
  const present: Values = { name, url, all: eventTypes.length === 0, eventTypes, ordered }
  const form = useWebhookForm(present)
  const before = useFresh(form, present)
  const { submit, fetching, fault } = useSubmit(updateWebhook, form)
  const save = form.onSubmit(async (values) => {
    if (await submit({ input: { id: webhook.id, ...changesOf(inputOf(before), inputOf(values)) } })) {
      toasts.show({ message: words.saved })
      close()
    }
  })
  return <form onSubmit={save} noValidate><Stack><ErrorText fault={fault} /><Fields form={form} fetching={fetching} /></Stack></form>
}

function useWebhookForm(initialValues: Values) {
  const words = useWords(webhooks)
  return useForm<Values>({
    initialValues,
    validate: { eventTypes: (types, { all }) => (!all && types.length === 0 ? words.typesRequired : null) },
  })
}

function inputOf({ name, url, all, eventTypes, ordered }: Values) {
  return { name, url, eventTypes: all ? [] : eventTypes, ordered }
}

function Fields({ form, fetching }: { form: UseFormReturnType<Values>; fetching: boolean }) {
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
      <Button type="submit" loading={fetching} data-testid="save">{words.save}</Button>
    </>
  )
}
