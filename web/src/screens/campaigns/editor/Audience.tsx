import { SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from 'urql'

import { listProps } from '../../../parts/listProps.ts'
import { useCan } from '../../../session/me.ts'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import { TagsField } from '../../contacts/TagsField.tsx'
import { importsQuery } from '../queries.ts'
import { campaigns } from '../words.ts'
import { ChosenContacts } from './ChosenContacts.tsx'
import type { CampaignForm, Who } from './values.ts'

// Audience says who gets a campaign: the contacts of one kind, narrowed by tags.
export function Audience({ form, readOnly }: { form: CampaignForm; readOnly: boolean }) {
  const words = useWords(campaigns)
  const can = useCan()
  const { who } = form.values
  const kinds: { value: Who; label: string; may: boolean }[] = [
    { value: 'everyone', label: words.everyone, may: true },
    { value: 'filter', label: words.found, may: true },
    { value: 'importId', label: words.imported, may: can('Contact:Import') },
    { value: 'contactIds', label: words.chosen, may: can('Contact:View') },
  ]
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.audience}
        value={who}
        readOnly={readOnly}
        onChange={(next) => form.setFieldValue('who', next as Who)}
        data={kinds.filter(({ value, may }) => may || value === who).map(({ value, label }) => ({ value, label }))}
        fullWidth
        size="xs"
      />
      {who === 'filter' && <TextInput label={words.searchTerm} maxLength={200} readOnly={readOnly} {...form.getInputProps('audience.filter.searchTerm')} />}
      {who === 'importId' && can('Contact:Import') && <Imports form={form} readOnly={readOnly} />}
      {who === 'contactIds' && <ChosenContacts form={form} readOnly={readOnly} />}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="sm" style={{ alignItems: 'end' }}>
        <TagsField label={words.tagsAll} readOnly={readOnly} {...form.getInputProps('audience.tagsAll')} />
        <TagsField label={words.tagsAny} readOnly={readOnly} {...form.getInputProps('audience.tagsAny')} />
        <TagsField label={words.tagsNone} readOnly={readOnly} {...form.getInputProps('audience.tagsNone')} />
      </SimpleGrid>
      {form.errors.audience && <Text size="sm" c="var(--mantine-color-error)" role="alert">{form.errors.audience}</Text>}
    </Stack>
  )
}

function Imports({ form, readOnly }: { form: CampaignForm; readOnly: boolean }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const [{ data }] = useQuery({ query: importsQuery })
  const imports = data?.contactImportPage?.items.filter(({ status, dryRun, undo }) => status === 'Completed' && !dryRun && undo !== 'Completed') ?? []
  return (
    <Select
      label={words.import}
      {...listProps(readOnly)}
      searchable
      nothingFoundMessage={words.noImports}
      data={imports.map(({ id, fileName, createdAt, createdCount, updatedCount }) => ({
        value: id, label: words.importEntry(fileName, format.day(createdAt), format.number(createdCount + updatedCount)),
      }))}
      {...form.getInputProps('audience.importId')}
      value={form.values.audience.importId || null}
      onChange={(next) => form.setFieldValue('audience.importId', next ?? '')}
    />
  )
}
