import { ActionIcon, Anchor, Button, Group, Menu, Select, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'wouter'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan } from '../../session/me.ts'
import { MoreIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import type { Retag } from './ManageTags.tsx'
import { renameTag, type Tag } from './tagQueries.ts'
import { manageTags } from './tagWords.ts'
import { useTagNames } from './useTagNames.ts'

interface Props {
  tag: Tag
  remove: (tag: Tag) => void
  merge: (tag: Tag, into: string) => void
  retag: Retag
}

// TagRow is a tag with the number of its contacts, or a form that changes it.
export function TagRow({ tag, remove, merge, retag }: Props) {
  const words = { ...useWords(general), ...useWords(manageTags) }
  const format = useFormat()
  const can = useCan()
  const [form, setForm] = useState<'rename' | 'merge'>()
  const close = () => setForm(undefined)
  if (form) {
    return (
      <Table.Tr>
        <Table.Td colSpan={3}>
          {form === 'rename' ? <Rename tag={tag} retag={retag} close={close} /> : <Merge tag={tag} merge={merge} close={close} />}
        </Table.Td>
      </Table.Tr>
    )
  }
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}><Anchor component={Link} href={`/contacts?tag=${encodeURIComponent(tag.name)}`} size="sm">{tag.name}</Anchor></Table.Td>
      <Table.Td className="number">{format.number(tag.contactCount)}</Table.Td>
      <Table.Td ta="right">
        {can('Contact:ChangeTag') && (
          <Menu position="bottom-end">
            <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={words.actionsOf(tag.name)}><MoreIcon /></ActionIcon></Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setForm('rename')}>{words.rename}</Menu.Item>
              <Menu.Item onClick={() => setForm('merge')}>{words.merge}</Menu.Item>
              <Menu.Item c="var(--mantine-color-error)" onClick={() => remove(tag)}>{words.delete}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

// Rename offers to merge when another tag has the name already.
function Rename({ tag, retag, close }: { tag: Tag; retag: Retag; close: () => void }) {
  const words = { ...useWords(general), ...useWords(manageTags) }
  const form = useForm({ initialValues: { name: tag.name } })
  const { submit, fetching, fault } = useSubmit(renameTag, form)
  const taken = fault?.code === 'Conflict'
  const save = async (merge: boolean) => {
    const data = await submit({ input: { tag: tag.name, name: form.values.name, merge } })
    if (data) {
      retag(tag.name, data.renameTag.name)
      close()
    }
  }
  return (
    <form onSubmit={form.onSubmit(() => save(false))} noValidate>
      <Stack gap="xs">
        {!taken && <ErrorText fault={fault} />}
        <TextInput label={words.newName(tag.name)} autoFocus maxLength={200} {...form.getInputProps('name')} />
        {taken && (
          <Group justify="space-between" role="alert">
            <Text size="sm">{words.taken}</Text>
            <Button size="xs" loading={fetching} onClick={() => void save(true)}>{words.mergeBoth}</Button>
          </Group>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={close}>{words.cancel}</Button>
          <Button type="submit" size="xs" loading={fetching} disabled={!form.isDirty()} data-testid="save-tag">{words.save}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function Merge({ tag, merge, close }: { tag: Tag; merge: Props['merge']; close: () => void }) {
  const words = { ...useWords(general), ...useWords(manageTags) }
  const [into, setInto] = useState<string | null>(null)
  const { data, ...field } = useTagNames()
  return (
    <Stack gap="xs">
      <Select label={words.into(tag.name)} data={data.filter((name) => name !== tag.name)} value={into} onChange={setInto} searchable nothingFoundMessage={words.none} {...field} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" onClick={close}>{words.cancel}</Button>
        <Button
          size="xs"
          disabled={!into}
          onClick={() => {
            close()
            merge(tag, into ?? '')
          }}
          data-testid="merge-tag"
        >
          {words.mergeNow}
        </Button>
      </Group>
    </Stack>
  )
}
