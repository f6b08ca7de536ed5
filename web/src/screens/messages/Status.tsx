import { Badge } from '@mantine/core'

import type { MessageStatus } from '../../api/generated/graphql.ts'
import { useWords } from '../../words/language.ts'
import { messages } from './words.ts'

const colours: Record<MessageStatus, string> = {
  Queued: 'gray', Sending: 'blue', Sent: 'blue', Delivered: 'pine', Read: 'pine', Failed: 'red', Unknown: 'yellow', Cancelled: 'gray',
}

// Status says how far it is. Yellow text on its own tint has too little contrast.
export function Status({ status }: { status: MessageStatus }) {
  const words = useWords(messages)
  return <Badge variant="light" color={colours[status]} autoContrast miw="max-content" c={colours[status] === 'yellow' ? 'var(--mantine-color-text)' : undefined}>{words.statuses[status]}</Badge>
}
