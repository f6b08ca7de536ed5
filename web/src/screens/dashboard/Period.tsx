import { Box, Group, SegmentedControl, TextInput } from '@mantine/core'

import type { MessagePeriod, MessagePeriodInput } from '../../api/generated/graphql.ts'
import { useAddress } from '../../parts/useAddress.ts'
import { addDays, beginning, today } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { dashboard } from './words.ts'

const periods: MessagePeriod[] = ['Daily', 'Weekly', 'Monthly', 'Yearly', 'Custom']

// usePeriod keeps the period in the address. The days of a custom one are those of the firm.
export function usePeriod() {
  const zone = useMe().firm?.timeZone ?? 'UTC'
  const [chosen, choose] = useAddress('period')
  const [from, setFrom] = useAddress('from')
  const [to, setTo] = useAddress('to')
  const period = periods.find((one) => one === chosen) ?? 'Monthly'
  const last = isDay(to) ? to : today(zone)
  const first = isDay(from) ? from : addDays(last, -6)
  const input: MessagePeriodInput = period === 'Custom' ? { period, from: beginning(first, zone), to: beginning(last, zone) } : { period }
  const query = new URLSearchParams({ period, ...(input.from && { from: input.from }), ...(input.to && { to: input.to }), format: 'csv' }).toString()
  const change = (next: string) => {
    choose(next === 'Monthly' ? '' : next)
    setFrom(next === 'Custom' ? first : '')
    setTo(next === 'Custom' ? last : '')
  }
  return { period, first, last, today: today(zone), input, query, change, setFrom, setTo }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

export function PeriodChoice({ period: { period, first, last, today, change, setFrom, setTo } }: { period: ReturnType<typeof usePeriod> }) {
  const words = useWords(dashboard)
  return (
    <Group gap="sm" align="flex-end">
      <Box maw="100%" style={{ overflowX: 'auto', scrollbarWidth: 'none' }}>
        <SegmentedControl aria-label={words.period} size="xs" value={period} onChange={change} data={periods.map((value) => ({ value, label: words[value] }))} />
      </Box>
      {period === 'Custom' && (
        <>
          <TextInput type="date" size="xs" label={words.from} value={first} max={last} onChange={(event) => event.currentTarget.value && setFrom(event.currentTarget.value)} />
          <TextInput type="date" size="xs" label={words.to} value={last} min={first} max={today} onChange={(event) => event.currentTarget.value && setTo(event.currentTarget.value)} />
        </>
      )}
    </Group>
  )
}
