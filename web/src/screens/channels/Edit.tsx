import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useClient } from 'urql'

import { clashesOf } from '../../parts/changes.ts'
import { Conflict } from '../../parts/Conflict.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useOvertaken } from '../../parts/useOvertaken.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Fields } from './Fields.tsx'
import { fieldWords } from './fieldWords.ts'
import { channelQuery, updateChannel } from './queries.ts'
import { fieldsOf, merged, plain, updateInput, valuesOf, type Channel, type Values } from './values.ts'
import { channels } from './words.ts'

// EditDrawer changes a channel.
export function EditDrawer({ channel, opened, close }: { channel: Channel; opened: boolean; close: () => void }) {
  const words = useWords(channels)
  return (
    <SidePanel opened={opened} onClose={close} size={520} title={words.editTitle(channel.name)}>
      <Edit channel={channel} close={close} />
    </SidePanel>
  )
}

// Edit sends what has changed alone, and asks when somebody else has changed the same.
function Edit({ channel, close }: { channel: Channel; close: () => void }) {
  const words = { ...useWords(general), ...useWords(fieldWords) }
  const { id, kind } = channel
  const client = useClient()
  const form = useForm<Values>({ initialValues: valuesOf(channel) })
  const base = useFresh(form, valuesOf(channel))
  const { submit, fetching, fault } = useSubmit(updateChannel, form)
  const read = async () => {
    const { data, error } = await client.query(channelQuery, { id }, { requestPolicy: 'network-only' })
    return { values: data?.channel ? valuesOf(data.channel) : undefined, error }
  }
  const clashes = (known: Values, theirs: Values) => clashesOf(plain(known), plain(theirs), plain(form.getValues()))
  const { theirs, reading, check, forget, ...overtaken } = useOvertaken(read, (known, theirs) => clashes(known, theirs).length > 0)
  const send = async (values: Values, known: Values) => {
    const now = await check(known)
    if (now && (await submit({ input: { id, ...updateInput(kind, now, merged(known, now, values)) } }))) {
      toasts.show({ message: words.saved })
      close()
    }
  }
  const show = (values: Values) => {
    form.setInitialValues(theirs ?? values)
    form.setValues(values)
    forget()
  }
  const mine = theirs && merged(base, theirs, form.values)
  const labels: Record<string, string> = {
    name: words.name, messagesPerSecond: words.messagesPerSecond, ...Object.fromEntries(fieldsOf[kind].map(({ name }) => [`settings.${name}`, words.fieldOf(kind, name).label])),
  }
  return (
    <form onSubmit={form.onSubmit((values) => send(values, base))} noValidate>
      <Stack>
        <ErrorText fault={overtaken.fault ?? fault} />
        {theirs && mine && (
          <Conflict
            differences={clashes(base, theirs).map((name) => ({ label: labels[name] ?? name, theirs: plain(theirs)[name] ?? '', mine: plain(mine)[name] ?? '' }))}
            take={() => show(theirs)}
            save={() => {
              show(mine)
              void send(mine, theirs)
            }}
          />
        )}
        <Fields form={form} kind={kind} secretsSet={channel.secretsSet} />
        <Button type="submit" loading={fetching || reading} disabled={!form.isDirty() || Boolean(theirs)} data-testid="save">{words.save}</Button>
      </Stack>
    </form>
  )
}
