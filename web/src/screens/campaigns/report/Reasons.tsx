import { Button, Paper, Table, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'

import { authorizedFetch } from '../../../session/authorized.js'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import { general } from '../../../words/general.ts'
import type { Campaign } from '../queries.ts'
import { campaigns } from '../words.ts'
import { reasonOf } from './reason.ts'

// most is how many recipients are read to count their reasons. Of more, whoever wants them takes the export.
const most = 20_000

interface Line {
  state: 'Skipped' | 'Failed'
  skipReason: string | null
  errorCode: string | null
}

// Reasons counts why contacts were skipped, and why messages failed. The API counts states; the reasons are those
// of the exported recipients.
export function Reasons({ campaign: { id, counts, status } }: { campaign: Campaign }) {
  const words = { ...useWords(general), ...useWords(campaigns) }
  const format = useFormat()
  const [lines, setLines] = useState<Line[]>()
  const [failed, setFailed] = useState(false)
  const { skipped, failed: refused } = counts
  const small = skipped + refused <= most
  // While it is prepared, the counts change all the time.
  const ready = small && status !== 'Preparing'
  useEffect(() => {
    if (!ready) {
      return
    }
    let left = false
    void Promise.all((['Skipped', 'Failed'] as const).map((state) => (state === 'Skipped' ? skipped : refused) > 0 ? read(id, state) : []))
      .then((all) => !left && setLines(all.flat()), () => !left && setFailed(true))
    return () => {
      left = true
    }
  }, [id, ready, skipped, refused])
  const sums = new Map<string, number>()
  lines?.forEach((line) => {
    const key = `${words.states[line.state]}: ${reasonOf(line, words) ?? '–'}`
    sums.set(key, (sums.get(key) ?? 0) + 1)
  })
  return (
    <Paper withBorder p="md" component="section" aria-label={words.reasons}>
      <Title order={2}>{words.reasons}</Title>
      <Text size="sm" c="dimmed" mb="sm">{words.reasonsText}</Text>
      {failed && <Button variant="default" size="xs" onClick={() => location.reload()}>{words.again}</Button>}
      <Table withRowBorders={false} verticalSpacing={2}>
        <Table.Tbody>
          {[...sums].sort(([, a], [, b]) => b - a).map(([reason, count]) => (
            <Table.Tr key={reason}><Table.Td>{reason}</Table.Td><Table.Td className="number">{format.number(count)}</Table.Td></Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

async function read(id: string, state: Line['state']): Promise<Line[]> {
  const answer = await authorizedFetch(`/api/v1/messaging/campaigns/${id}/recipients?state=${state}&format=ndjson`)
  if (!answer.ok) {
    throw new Error(`recipients: ${answer.status}`)
  }
  return (await answer.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Line)
}
