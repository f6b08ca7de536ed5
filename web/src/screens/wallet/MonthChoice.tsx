import { ActionIcon, Group, NativeSelect } from '@mantine/core'

import { LeftIcon, RightIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { wallet } from './words.ts'

// MonthChoice chooses one of the last 36 months, such as 2026-01.
export function MonthChoice({ month, last, choose }: { month: string; last: string; choose: (month: string) => void }) {
  const words = useWords(wallet)
  const format = useFormat()
  const months = Array.from({ length: 36 }, (_, back) => shift(last, -back))
  const data = [...new Set([...months, month])].map((value) => ({ value, label: format.month(value) }))
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap" className="no-print">
      <ActionIcon variant="default" size={34} aria-label={words.previousMonth} onClick={() => choose(shift(month, -1))}><LeftIcon /></ActionIcon>
      <NativeSelect aria-label={words.month} value={month} data={data} onChange={(event) => choose(event.currentTarget.value)} />
      <ActionIcon variant="default" size={34} aria-label={words.nextMonth} disabled={month >= last} onClick={() => choose(shift(month, 1))}><RightIcon /></ActionIcon>
    </Group>
  )
}

function shift(month: string, months: number): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + months, 1)).toISOString().slice(0, 7)
}
