import { Button, CloseButton, Group, Paper, Popover, Stack, Text } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { TagsField } from './TagsField.tsx'
import { most, type Selection } from './useSelection.ts'
import { contacts } from './words.ts'

const changeTags = graphql(`
  mutation ChangeTagsOfContacts($input: ChangeTagsOfContactsInput!) { changeTagsOfContacts(input: $input) { updatedCount notFound } }
`)

// Bulk is what can be done with the selected contacts.
export function Bulk({ selection, remove }: { selection: Selection; remove: () => void }) {
  const words = { ...useWords(general), ...useWords(contacts) }
  const format = useFormat()
  const can = useCan()
  const count = selection.places.size
  return (
    <Paper withBorder px="sm" py={6} role="region" aria-label={words.selected(count, format.number(count))}>
      <Group gap="xs">
        <CloseButton size="sm" aria-label={words.clear} onClick={selection.clear} />
        <Text size="sm" fw={550} aria-live="polite">{words.selected(count, format.number(count))}</Text>
        {count >= most && <Text size="sm" c="dimmed">{words.selectedMost}</Text>}
        {can('Contact:ChangeTag') && <Tags label={words.addTags} name="tagsToAdd" selection={selection} />}
        {can('Contact:ChangeTag') && <Tags label={words.removeTags} name="tagsToRemove" selection={selection} />}
        {can('Contact:Delete') && <Button variant="default" size="xs" c="var(--mantine-color-error)" onClick={remove}>{words.delete}</Button>}
      </Group>
    </Paper>
  )
}

function Tags({ label, name, selection }: { label: string; name: 'tagsToAdd' | 'tagsToRemove'; selection: Selection }) {
  const words = { ...useWords(general), ...useWords(contacts) }
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const [tags, setTags] = useState<string[]>([])
  const { submit, fetching, fault } = useSubmit(changeTags)
  const save = async () => {
    const changed = await submit({ input: { contactIds: [...selection.places.keys()], [name]: tags } })
    if (changed) {
      toasts.show({ message: words.tagsChanged(format.number(changed.changeTagsOfContacts.updatedCount)) })
      setTags([])
      setOpened(false)
    }
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus width={360} position="bottom-start">
      <Popover.Target>
        <Button variant="default" size="xs" onClick={() => setOpened(!opened)}>{label}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs">
          <ErrorText fault={fault} />
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <TagsField label={label} value={tags} onChange={setTags} data-autofocus flex={1} comboboxProps={{ withinPortal: false }} />
            <Button loading={fetching} disabled={tags.length === 0} onClick={() => void save()} data-testid="save">{words.save}</Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
