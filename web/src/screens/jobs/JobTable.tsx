import { Button, Group, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from 'urql'

import type { JobsQuery } from '../../api/generated/graphql.ts'
import { graphql } from '../../api/graphql.ts'
import { useFaultToast } from '../../parts/useFaultToast.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { jobs as catalogue } from './words.ts'

type Job = NonNullable<JobsQuery['jobs']>[number]

const retryJob = graphql(`mutation RetryJob($number: String!) { retryJob(number: $number) { number state } }`)

const cancelJob = graphql(`mutation CancelJob($number: String!) { cancelJob(number: $number) { number state } }`)

const firmName = graphql(`query JobFirm($id: ID!) { firm(id: $id) { id name } }`)

export function JobTable({ jobs, changed }: { jobs: Job[]; changed: () => void }) {
  const words = useWords(catalogue)
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.job}</Table.Th><Table.Th>{words.state}</Table.Th><Table.Th>{words.firm}</Table.Th><Table.Th>{words.time}</Table.Th>
            <Table.Th className="number">{words.attempt}</Table.Th><Table.Th>{words.error}</Table.Th><Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map((job) => <Row key={job.number} job={job} changed={changed} />)}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ job, changed }: { job: Job; changed: () => void }) {
  const words = useWords(catalogue)
  const format = useFormat()
  const say = useFaultToast()
  const [retrying, retry] = useMutation(retryJob)
  const [cancelling, cancel] = useMutation(cancelJob)
  const done = (result: Parameters<typeof say>[0]) => {
    say(result)
    changed()
  }
  const number = { number: job.number }
  const ended = ['Completed', 'Cancelled', 'Discarded'].includes(job.state)
  return (
    <Table.Tr>
      <Table.Td>{job.kind} <Text span size="xs" c="dimmed">{job.number}</Text></Table.Td>
      <Table.Td>{words.states[job.state]}</Table.Td>
      <Table.Td>{job.firmId ? <FirmName id={job.firmId} /> : <Text size="sm" c="dimmed">{words.allFirms}</Text>}</Table.Td>
      <Table.Td>{format.dateTime(job.at)}</Table.Td>
      <Table.Td className="number">{job.attempt}</Table.Td>
      <Table.Td maw={260}><Text size="sm" lineClamp={2}>{job.error}</Text></Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {['Cancelled', 'Discarded', 'Retryable', 'Scheduled'].includes(job.state) && (
            <Button variant="default" size="compact-xs" loading={retrying.fetching} aria-label={words.retryOf(job.number)} onClick={() => void retry(number).then(done)}>{words.retry}</Button>
          )}
          {!ended && (
            <Button variant="subtle" color="red" c="var(--mantine-color-error)" size="compact-xs" loading={cancelling.fetching} aria-label={words.cancelOf(job.number)} onClick={() => void cancel(number).then(done)}>{words.cancel}</Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function FirmName({ id }: { id: string }) {
  const [{ data }] = useQuery({ query: firmName, variables: { id } })
  return data?.firm?.name ?? null
}
