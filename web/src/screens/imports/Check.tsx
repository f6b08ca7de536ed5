import { Alert, Button, Group, List, Paper, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { TagsField } from '../contacts/TagsField.tsx'
import { Columns } from './Columns.tsx'
import { importContacts, type Job, type Options } from './job.ts'
import { Sample } from './Sample.tsx'
import { imports } from './words.ts'

// Check shows how a file was read, and lets it be read otherwise, or imported.
export function Check({ job }: { job: Job }) {
  const words = useWords(imports)
  const format = useFormat()
  const [, navigate] = useLocation()
  const [options, setOptions] = useState(job.options)
  const set = (part: Partial<Options>) => setOptions({ ...options, ...part })
  const changed = JSON.stringify(options) !== JSON.stringify(job.options)
  const { submit, fetching, fault } = useSubmit(importContacts, undefined, changed)
  const importable = job.totalRows - job.failedCount
  const run = async (dryRun: boolean) => {
    const done = await submit({ input: { ...options, defaultPhoneCC: options.defaultPhoneCC || undefined, fileId: job.fileId, dryRun } })
    if (done) {
      navigate(`/imports/${done.importContacts.id}`, { replace: dryRun })
    }
  }
  return (
    <Stack>
      {job.hints && job.hints.length > 0 && (
        <Alert color="blue">
          <List size="sm" spacing={2}>{job.hints.map((hint) => <List.Item key={hint}>{hint}</List.Item>)}</List>
        </Alert>
      )}
      <Section title={words.columns}>
        <Columns job={job} mapping={options.mapping} change={(column, field) => set({ mapping: { ...options.mapping, [column]: field } })} />
      </Section>
      {job.sample && job.sample.length > 0 && <Section title={words.first}><Sample contacts={job.sample} /></Section>}
      <Section title={words.options}>
        <Stack gap="sm" maw={520}>
          <TagsField label={words.tags} description={words.tagsText} value={options.tags} onChange={(tags) => set({ tags })} />
          <TextInput label={words.phoneCC} placeholder="+55" w={280} value={options.defaultPhoneCC} onChange={({ currentTarget }) => set({ defaultPhoneCC: currentTarget.value.trim() })} />
          <Switch label={words.updateExisting} checked={options.updateExisting} onChange={({ currentTarget }) => set({ updateExisting: currentTarget.checked })} />
          <Switch label={words.reject} description={words.rejectText} checked={options.invalidCells === 'Reject'} onChange={({ currentTarget }) => set({ invalidCells: currentTarget.checked ? 'Reject' : 'Skip' })} />
        </Stack>
      </Section>
      <ErrorText fault={fault} />
      <Group className="at-end" py="sm" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
        {changed ? (
          <>
            <Button loading={fetching} onClick={() => void run(true)}>{words.checkAgain}</Button>
            <Text size="sm" c="dimmed" flex={1}>{words.changed}</Text>
          </>
        ) : (
          <Button loading={fetching} disabled={importable === 0} onClick={() => void run(false)} data-testid="save">{words.importRows(format.number(importable))}</Button>
        )}
      </Group>
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} mb="sm">{title}</Title>
      {children}
    </Paper>
  )
}
