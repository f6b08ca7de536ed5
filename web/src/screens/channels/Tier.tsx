import { Text } from '@mantine/core'
import { useQuery } from 'urql'

import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { tierQuery } from './queries.ts'
import { channels } from './words.ts'

// Tier says to how many people the firm may write by WhatsApp, to those who may see that.
export function Tier() {
  const words = useWords(channels)
  const format = useFormat()
  const can = useCan()
  const may = can('MessagingAnalytics:View') && can('MessagingAnalytics:Limit')
  const [{ data }] = useQuery({ query: tierQuery, pause: !may, requestPolicy: 'cache-and-network' })
  const limits = data?.messagingDashboard?.trackingLimits
  if (!limits) {
    return null
  }
  const { dailyLimit, remaining } = limits
  return (
    <Text size="sm">
      {typeof dailyLimit === 'number' ? words.tier(format.number(dailyLimit), format.number(remaining ?? 0)) : words.noTier}
    </Text>
  )
}
