import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { historyQuery, type Entry } from './queries.ts'
import { State } from './State.tsx'
import { consent } from './words.ts'

// History is everything that an address has consented to, the latest first.
export function History({ address }: { address: string }) {
  const words = useWords(consent)
  const [number, show] = useState(1)
  const [{ data, error }] = useQuery({ query: historyQuery, variables: { input: { address, page: number, pageSize: 20 } }, requestPolicy: 'cache-and-network' })
  const page = data?.consentHistory
  return (
    <Stack gap="sm" component="section" aria-label={words.history}>
      <div>
        <Title order={2}>{words.history}</Title>
        <Text size="sm" c="dimmed">{words.historyText}</Text>
      </div>
      <ErrorText fault={faultOf(error)} />
      {!page && !error && <Rows count={3} />}
      {page?.totalCount === 0 && <Text size="sm">{words.noHistory}</Text>}
      {page && page.items.length > 0 && (
        <Stack gap="xs" component="ol" m={0} p={0}>
          {page.items.map((entry) => <One key={entry.id} entry={entry} />)}
        </Stack>
      )}
      {page && <Pages page={page.page} pageSize={page.pageSize} total={page.totalCount} count={page.items.length} show={show} />}
    </Stack>
  )
}

function One({ entry }: { entry: Entry }) {
  const words = useWords(consent)
  const format = useFormat()
  return (
    <Paper component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
      <Group justify="space-between" gap="xs">
        <State state={entry.state} />
        <Text size="xs" c="dimmed">{format.dateTime(entry.at)}</Text>
      </Group>
      <Text size="sm" mt={4}>{words.sourceTexts[entry.source]}</Text>
      {entry.evidence && <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>“{entry.evidence}”</Text>}
      {entry.by && <Text size="xs" c="dimmed">{words.enteredBy(entry.by)}</Text>}
    </Paper>
  )
}
