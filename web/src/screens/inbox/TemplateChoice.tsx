import { Button, Group, Loader, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useKept } from '../../parts/kept.ts'
import { contentOf, previewQuery } from '../../parts/preview/content.ts'
import { MessagePreview } from '../../parts/preview/MessagePreview.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import type { Sendable } from '../templates/sendable.ts'
import { useSendable } from '../templates/useSendable.ts'
import type { Entries } from './entries.ts'
import { nameOf } from './nameOf.ts'
import type { Conversation } from './queries.ts'
import { useContact } from './useContact.ts'
import { inbox } from './words.ts'

interface Props {
  opened: boolean
  close: () => void
  conversation: Conversation
  entries: Entries
}

// TemplateChoice sends a template of the channel, with the values that it asks for.
export function TemplateChoice({ opened, close, conversation, entries }: Props) {
  const words = useWords(inbox)
  return (
    <Dialog opened={opened} onClose={close} title={words.sendTemplate} size="lg">
      <Form close={close} conversation={conversation} entries={entries} />
    </Dialog>
  )
}

function Form({ close, conversation, entries }: Omit<Props, 'opened'>) {
  const words = { ...useWords(inbox), nothingFound: useWords(general).nothingFound }
  const [search, setSearch] = useState('')
  const [searchTerm] = useDebouncedValue(search, 200)
  const { contact } = useContact(conversation)
  const [chosen, setChosen] = useState<Sendable>()
  const [values, setValues] = useState<Record<string, string>>({})
  const { templates, isAll, error, fetching } = useSendable({ kind: conversation.channelKind, searchTerm })
  const found = templates?.filter(({ channelId }) => !channelId || channelId === conversation.channelId)
  const shown = chosen && !found?.some(({ id }) => id === chosen.id) ? [chosen, ...(found ?? [])] : (found ?? [])
  const choose = (id: string | null) => {
    const template = shown.find((template) => template.id === id)
    // Parameters that have the name of a field of the contact begin with its value.
    const { firstName, lastName, phones, emails } = contact ?? {}
    const known: Record<string, string | undefined> = { firstName, lastName, phone: phones?.[0]?.phone, email: emails?.[0]?.email }
    setChosen(template)
    setValues(Object.fromEntries(template?.parameters.map(({ name }) => [name, known[name] ?? '']) ?? []))
  }
  const [typed, setTyped] = useState(false)
  useKept(typed)
  const parameters = chosen?.parameters ?? []
  const { preview, isCurrent } = usePreview(chosen, values)
  const send = () => {
    if (chosen) {
      const answer = { template: { name: chosen.name, language: chosen.language, parameters: values } }
      void entries.outbox.add({ answer, text: (isCurrent && preview.data?.previewTemplate?.body) || chosen.name, to: nameOf(conversation) })
      close()
    }
  }
  if (found?.length === 0 && isAll && !search && !searchTerm) {
    return <Text size="sm">{words.noTemplateYet}</Text>
  }
  return (
    <Stack>
      <ErrorText fault={faultOf(error ?? preview.error)} />
      <Select
        label={words.templateName}
        data={shown.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))}
        value={chosen?.id ?? null}
        onChange={choose}
        // The server searches: there may be more templates than a page has.
        filter={({ options }) => options}
        onSearchChange={(text) => setSearch(text.replace(/ \([^(]*\)$/, ''))}
        nothingFoundMessage={fetching ? <Loader size="xs" /> : words.nothingFound}
        searchable
        data-autofocus
      />
      {parameters.map(({ name, example }) => (
        <TextInput
          key={name}
          label={name}
          placeholder={example}
          maxLength={1024}
          required
          value={values[name] ?? ''}
          onChange={({ currentTarget }) => (setTyped(true), setValues({ ...values, [name]: currentTarget.value }))}
        />
      ))}
      {preview.data?.previewTemplate && (
        <section aria-label={words.preview}>
          <MessagePreview kind={conversation.channelKind} content={contentOf(preview.data.previewTemplate)} />
        </section>
      )}
      <Group justify="flex-end">
        <Button disabled={!chosen || parameters.some(({ name }) => !values[name]?.trim())} onClick={send} data-testid="send-template">{words.send}</Button>
      </Group>
    </Stack>
  )
}

// usePreview reads a template as the person will see it, a moment after the last key. isCurrent reports
// whether it is that of the values.
function usePreview(template: Sendable | undefined, values: Record<string, string>) {
  const [settled] = useDebouncedValue(values, 250)
  const filled = Object.fromEntries(Object.entries(settled).filter(([, value]) => value.trim()))
  const variables = { input: { id: template?.id ?? '', parameters: filled, inUse: true } }
  const [result] = useQuery({ query: previewQuery, variables, pause: !template, requestPolicy: 'cache-and-network' })
  const preview = template ? result : { data: undefined, error: undefined }
  return { preview, isCurrent: settled === values && !result.fetching && !result.stale }
}
