import { Paper, Progress, Stack, Text, Title } from '@mantine/core'

import type { DashboardQuery } from '../../api/generated/graphql.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { dashboard } from './words.ts'

type Found = NonNullable<NonNullable<DashboardQuery['messagingDashboard']>['trackingLimits']>

// Limits says to how many people the firm may still send.
export function Limits({ limits }: { limits: Found }) {
  const words = useWords(dashboard)
  const format = useFormat()
  const { dailyLimit, usedToday, remaining, resetsAt, messagesPerSecond } = limits
  const limited = typeof dailyLimit === 'number'
  return (
    <Paper withBorder p="md" component="section" aria-label={words.limits}>
      <Title order={2} mb="sm">{words.limits}</Title>
      <Stack gap="xs">
        <Text size="sm">{limited ? words.used(format.number(usedToday), format.number(dailyLimit)) : words.unlimited(format.number(usedToday))}</Text>
        {limited && <Progress value={(100 * usedToday) / Math.max(1, dailyLimit)} size="lg" aria-label={words.limits} />}
        {limited && <Text size="sm">{words.remaining(format.number(remaining ?? 0))}</Text>}
        {limited && resetsAt && <Text size="sm" c="dimmed">{words.resets(format.dateTime(resetsAt))}</Text>}
        <Text size="sm" c="dimmed">{words.perSecond(format.number(messagesPerSecond))}</Text>
      </Stack>
    </Paper>
  )
}
