import { Alert, Anchor, Button, Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation } from 'urql'
import { Link } from 'wouter'

import { graphql } from '../../api/graphql.ts'
import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Check } from './Check.tsx'
import { isActive, useJob, type Job as Import } from './job.ts'
import { Rejects } from './Rejects.tsx'
import { Status } from './Status.tsx'
import { Undo } from './Undo.tsx'
import { imports } from './words.ts'

const cancelImport = graphql(`mutation CancelContactImport($id: ID!) { cancelContactImport(jobId: $id) { id status undo undoableUntil } }`)

// Job shows how far an import is, and its result: of a dry run, how the file is read.
export function Job({ id }: { id: string }) {
  const words = useWords(imports)
  const names = useWords(screenNames)
  const can = useCan()
  const { job, error } = useJob(id)
  if (!job) {
    return <Page title={names.imports}>{error ? <ErrorText fault={faultOf(error)} /> : <Rows />}</Page>
  }
  const ended = !['Queued', 'Running'].includes(job.status)
  return (
    <Page
      title={job.dryRun ? words.checkOf(job.fileName) : words.importOf(job.fileName)}
      text={<Anchor component={Link} href="/imports" size="sm">{names.imports}</Anchor>}
      actions={<Status job={job} />}
    >
      {job.error && <Alert color="red" role="alert">{job.error}</Alert>}
      {!ended && <Running job={job} />}
      {(ended || !job.dryRun) && <Counts job={job} />}
      {job.dryRun && job.status === 'Completed' && <Check key={job.id} job={job} />}
      {!job.dryRun && ended && <Undo job={job} />}
      {ended && job.failedCount + job.skippedCells > 0 && <Rejects id={id} />}
      {ended && !job.dryRun && can('Contact:View') && <div><Button variant="default" component={Link} href="/contacts">{words.toContacts}</Button></div>}
    </Page>
  )
}

function Running({ job }: { job: Import }) {
  const words = useWords(imports)
  const format = useFormat()
  const [{ fetching, error }, cancel] = useMutation(cancelImport)
  const share = job.totalRows > 0 ? (job.processedRows / job.totalRows) * 100 : 0
  const text = (job.dryRun ? words.checking : words.running)(format.number(job.processedRows), format.number(job.totalRows))
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <ErrorText fault={faultOf(error)} />
        <Group justify="space-between">
          <Text size="sm" role="status">{text}</Text>
          {isActive(job) && <Button variant="default" size="xs" loading={fetching} onClick={() => void cancel({ id: job.id })}>{words.cancelImport}</Button>}
        </Group>
        <Progress value={share} animated aria-label={text} />
      </Stack>
    </Paper>
  )
}

function Counts({ job }: { job: Import }) {
  const words = useWords(imports)
  const format = useFormat()
  const counts: [string, number][] = [
    [words.rows, job.totalRows], [words.created, job.createdCount], [words.updated, job.updatedCount],
    [words.unchanged, job.unchangedCount], [words.rejected, job.failedCount], [words.skipped, job.skippedCells],
  ]
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }} spacing="xs" verticalSpacing="xs">
      {counts.map(([name, count]) => (
        <Paper key={name} withBorder px="sm" py="xs">
          <Text size="xs" c="dimmed">{name}</Text>
          <Text size="xl" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }} c={count === 0 ? 'dimmed' : undefined}>{format.number(count)}</Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
