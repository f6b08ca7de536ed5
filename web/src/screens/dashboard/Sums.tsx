import { Paper, SimpleGrid, Text } from '@mantine/core'

import type { DashboardQuery } from '../../api/generated/graphql.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { dashboard } from './words.ts'

type Found = NonNullable<DashboardQuery['messagingDashboard']>

// Sums compares the sums of the period with those of the one before.
export function Sums({ now: { volume, deliveryStatus, previous } }: { now: Found }) {
  const words = useWords(dashboard)
  const format = useFormat()
  const before = previous.deliveryStatus
  const days = `${format.shortDay(previous.from)} – ${format.shortDay(previous.to)}`
  const sums = [
    { label: words.sent, now: volume.totalSent, before: previous.totalSent },
    { label: words.received, now: volume.totalReceived, before: previous.totalReceived },
    { label: words.delivered, now: deliveryStatus.deliveryRate, before: before.deliveryRate, share: true, count: deliveryStatus.delivered },
    { label: words.read, now: deliveryStatus.readRate, before: before.readRate, share: true, count: deliveryStatus.read },
    { label: words.failed, now: deliveryStatus.failed, before: before.failed },
  ]
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }} spacing="sm">
      {sums.map((sum) => {
        const write = sum.share ? format.percent : format.number
        return (
          <Paper withBorder p="sm" key={sum.label} component="section" aria-label={sum.label}>
            <Text size="sm" c="dimmed">{sum.label}</Text>
            <Text fz={22} fw={640} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>{write(sum.now)}</Text>
            <Text size="sm" fw={550}><Change {...sum} /></Text>
            <Text size="xs" c="dimmed">{words.before(write(sum.before), days)}</Text>
          </Paper>
        )
      })}
    </SimpleGrid>
  )
}

function Change({ now, before, share = false }: { now: number; before: number; share?: boolean }) {
  const words = useWords(dashboard)
  const format = useFormat()
  const difference = share ? Math.round((now - before) * 1000) / 10 : now - before
  if (difference === 0) {
    return words.same
  }
  const size = Math.abs(difference)
  const amount = share ? `${format.number(size)} ${words.points}` : before ? format.percent(size / before) : format.number(size)
  return <><span aria-hidden="true">{difference > 0 ? '▲' : '▼'}</span> {amount} {difference > 0 ? words.up : words.down}</>
}
