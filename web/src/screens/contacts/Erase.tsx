import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { privacy } from './privacyWords.ts'

const eraseContact = graphql(`
  mutation EraseContact($id: ID!) { eraseContact(id: $id) }
`)

interface Props {
  id: string
  name: string
  close: () => void
  erased: () => void
}

// Erase says what goes and what stays, and asks for a typed word, since nothing brings the person back.
export function Erase({ id, name, close, erased }: Props) {
  const words = { ...useWords(general), ...useWords(privacy) }
  const [typed, setTyped] = useState('')
  const { submit, fetching, fault } = useSubmit(eraseContact)
  const confirm = async () => {
    if (await submit({ id })) {
      toasts.show({ message: words.erased })
      close()
      erased()
    }
  }
  return (
    <Dialog opened onClose={close} title={words.title(name)}>
      <Stack>
        <Text size="sm">{words.goes}</Text>
        <Text size="sm">{words.stays}</Text>
        <Text size="sm" fw={600}>{words.final}</Text>
        <TextInput label={words.type(words.word)} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} autoComplete="off" data-autofocus />
        <ErrorText fault={fault} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{words.cancel}</Button>
          <Button color="red.8" loading={fetching} disabled={typed.trim() !== words.word} onClick={() => void confirm()} data-testid="confirm">{words.erase}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
