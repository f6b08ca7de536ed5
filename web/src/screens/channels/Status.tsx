import { Badge } from '@mantine/core'

import type { ChannelStatus } from '../../api/generated/graphql.ts'
import { useWords } from '../../words/language.ts'
import { channels } from './words.ts'

const colours = { Active: 'pine', Paused: 'gray', Failing: 'red' } as const

export function Status({ status }: { status: ChannelStatus }) {
  const words = useWords(channels)
  return <Badge variant="light" color={colours[status]} miw="max-content">{words.statuses[status]}</Badge>
}
