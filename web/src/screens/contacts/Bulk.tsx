import { Button, CloseButton, Group, Paper, Popover, Text } from '@mantine/core'
import { useState } from 'react'

import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import type { Tagging } from './tagging.ts'
import { TagsField } from './TagsField.tsx'
import { most, type Selection } from './useSelection.ts'
import { contacts } from './words.ts'

// Bulk is what can be done with the selected contacts.
export function Bulk({ selection, tag, remove }: { selection: Selection; tag: (change: Tagging) => void; remove: () => void }) {
  const words = { ...useWords(general), ...useWords(contacts) }
  const format = useFormat()
  const can = useCan()
  const count = selection.places.size
  const contactIds = [...selection.places.keys()]
  return (
    <Paper withBorder px="sm" py={6} role="region" aria-label={words.selected(count, format.number(count))}>
      <Group gap="xs">
        <CloseButton size="sm" aria-label={words.clear} onClick={selection.clear} />
        <Text size="sm" fw={550} aria-live="polite">{words.selected(count, format.number(count))}</Text>
        {count >= most && <Text size="sm" c="dimmed">{words.selectedMost}</Text>}
        {can('Contact:ChangeTag') && <Tags label={words.addTags} save={(tagsToAdd) => tag({ contactIds, tagsToAdd })} />}
        {can('Contact:ChangeTag') && <Tags label={words.removeTags} save={(tagsToRemove) => tag({ contactIds, tagsToRemove })} />}
        {can('Contact:Delete') && <Button variant="default" size="xs" c="var(--mantine-color-error)" onClick={remove}>{words.delete}</Button>}
      </Group>
    </Paper>
  )
}

function Tags({ label, save }: { label: string; save: (tags: string[]) => void }) {
  const words = useWords(general)
  const [opened, setOpened] = useState(false)
  const [tags, setTags] = useState<string[]>([])
  const submit = () => {
    save(tags)
    setTags([])
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus width={360} position="bottom-start">
      <Popover.Target>
        <Button variant="default" size="xs" onClick={() => setOpened(!opened)}>{label}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <TagsField label={label} value={tags} onChange={setTags} data-autofocus flex={1} comboboxProps={{ withinPortal: false }} />
          <Button disabled={tags.length === 0} onClick={submit} data-testid="save">{words.save}</Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
