import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useClient } from 'urql'

import { changesOf, clashesOf } from '../../parts/changes.ts'
import { Conflict } from '../../parts/Conflict.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useOvertaken } from '../../parts/useOvertaken.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { quickRepliesQuery, saveQuickReply, type QuickReply } from './queries.ts'
import { inbox } from './words.ts'

// Values are those of the form.
type Values = Pick<QuickReply, 'shortcut' | 'body'>

const valuesOf = (reply?: Values): Values => ({ shortcut: reply?.shortcut ?? '', body: reply?.body ?? '' })

// plain returns what is stored of values.
const plain = ({ shortcut, body }: Values): Values => ({ shortcut: shortcut.replace(/^\//, ''), body })

// QuickReplyForm changes a quick reply, or creates one. It keeps what others have changed beside it, and asks when they have
// changed the same.
export function QuickReplyForm({ reply, close }: { reply?: QuickReply; close: () => void }) {
  const words = { ...useWords(general), ...useWords(inbox) }
  const client = useClient()
  const form = useForm<Values>({ initialValues: valuesOf(reply) })
  const base = useFresh(form, valuesOf(reply))
  const { submit, fetching, fault } = useSubmit(saveQuickReply, form)
  const read = async () => {
    const { data, error } = await client.query(quickRepliesQuery, {}, { requestPolicy: 'network-only' })
    const stored = data?.quickReplies?.find(({ id }) => id === reply?.id)
    return { values: stored && valuesOf(stored), error }
  }
  const clashes = (known: Values, theirs: Values) => clashesOf(known, theirs, plain(form.getValues()))
  const { theirs, reading, check, forget, ...overtaken } = useOvertaken(read, (known, theirs) => clashes(known, theirs).length > 0)
  const merged = (known: Values, now: Values, values: Values) => ({ ...now, ...changesOf(known, plain(values)) })
  const send = async (values: Values, known: Values) => {
    const now = reply ? await check(known) : known
    if (now && (await submit({ input: { id: reply?.id, ...merged(known, now, values) } }))) {
      close()
    }
  }
  const show = (values: Values) => {
    form.setInitialValues(theirs ?? values)
    form.setValues(values)
    forget()
  }
  const mine = theirs && merged(base, theirs, form.values)
  return (
    <form onSubmit={form.onSubmit((values) => send(values, base))} noValidate>
      <Stack>
        <ErrorText fault={overtaken.fault ?? fault} />
        {theirs && mine && (
          <Conflict
            differences={clashes(base, theirs).map((name) => ({ label: { shortcut: words.shortcut, body: words.text }[name], theirs: theirs[name], mine: mine[name] }))}
            take={() => show(theirs)}
            save={() => {
              show(mine)
              void send(mine, theirs)
            }}
          />
        )}
        <TextInput label={words.shortcut} description={words.shortcutText} maxLength={50} data-autofocus {...form.getInputProps('shortcut')} />
        <Textarea label={words.text} autosize minRows={3} maxRows={12} maxLength={4096} {...form.getInputProps('body')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{words.cancel}</Button>
          <Button type="submit" loading={fetching || reading} disabled={Boolean(theirs)} data-testid="save">{words.save}</Button>
        </Group>
      </Stack>
    </form>
  )
}
