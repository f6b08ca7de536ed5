import type { ChannelStatus } from '../../api/generated/graphql.ts'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { useWords } from '../../words/language.ts'
import { channels } from './words.ts'

const colours = { Active: 'pine', Paused: 'gray', Failing: 'red' } as const

export function Status({ status }: { status: ChannelStatus }) {
  const words = useWords(channels)
  return <StatusBadge color={colours[status]}>{words.statuses[status]}</StatusBadge>
}
