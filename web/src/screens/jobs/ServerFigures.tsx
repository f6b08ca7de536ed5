import { Paper, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Figure } from '../../parts/Figure.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { usePolling } from '../../parts/usePolling.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { jobs } from './words.ts'

const figuresQuery = graphql(`
  query ServerFigures {
    serverFigures { version startedAt connections jobsWaiting jobsRunning jobsFailed minutes { start requests refused failed meanMs maxMs } }
  }
`)

// ServerFigures shows what the server that answers does now, and did in the last hour.
export function ServerFigures() {
  const words = useWords(jobs)
  const format = useFormat()
  const [{ data, error }, again] = useQuery({ query: figuresQuery, requestPolicy: 'cache-and-network' })
  usePolling(() => again({ requestPolicy: 'network-only' }), 5)
  const figures = data?.serverFigures
  if (!figures) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Rows count={4} />
  }
  const facts = [
    [words.connections, figures.connections], [words.waiting, figures.jobsWaiting], [words.running, figures.jobsRunning], [words.failed, figures.jobsFailed],
  ] as const
  const numbers = {
    label: words.minute,
    entries: figures.minutes.map((minute) => {
      const name = format.time(minute.start)
      return { name, short: name, values: { answered: minute.requests, refused: minute.refused, failed: minute.failed, mean: minute.meanMs, slowest: minute.maxMs } }
    }),
    series: [{ name: 'answered', label: words.answered }, { name: 'refused', label: words.refused }, { name: 'failed', label: words.failedRequests }],
    columns: [{ name: 'mean', label: words.mean }, { name: 'slowest', label: words.slowest }],
    write: format.number,
  }
  return (
    <>
      <Text size="sm" c="dimmed">{words.server(figures.version, format.ago(figures.startedAt))}</Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {facts.map(([label, value]) => (
          <Paper key={label} withBorder p="sm">
            <Text size="xs" c="dimmed">{label}</Text>
            <Text size="xl" fw={600}>{format.number(value)}</Text>
          </Paper>
        ))}
      </SimpleGrid>
      <Figure title={words.requests} text={words.requestsText} kind="lines" numbers={numbers} />
    </>
  )
}
