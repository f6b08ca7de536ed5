import { Button, Text } from '@mantine/core'
import { useQuery } from 'urql'

import { Empty } from '../../parts/Empty.tsx'
import { useWords } from '../../words/language.ts'
import { conversationsQuery } from './queries.ts'
import { inbox } from './words.ts'

const one = { input: { limit: 1 } }

// Nothing says whether the firm has no conversations at all, or none that the filter shows.
export function Nothing({ all }: { all: () => void }) {
  const words = useWords(inbox)
  const [{ data }] = useQuery({ query: conversationsQuery, variables: one, requestPolicy: 'network-only' })
  return data?.conversations?.items.length === 0 ? (
    <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
  ) : (
    <Empty title={words.nothingTitle}>
      {words.nothingText}
      <div><Button variant="default" mt="sm" onClick={all}>{words.clearFilter}</Button></div>
    </Empty>
  )
}

// NothingOpen stands in the place of a conversation.
export function NothingOpen() {
  const words = useWords(inbox)
  return (
    <div className="inbox-none">
      <Text fw={550}>{words.choose}</Text>
      <Text size="sm" c="dimmed" maw={360} ta="center">{words.chooseText}</Text>
    </div>
  )
}
