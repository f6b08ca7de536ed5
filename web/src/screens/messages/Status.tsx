import type { MessageStatus } from '../../api/generated/graphql.ts'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { useWords } from '../../words/language.ts'
import { messages } from './words.ts'

const colours: Record<MessageStatus, string> = {
  Queued: 'gray', Sending: 'blue', Sent: 'blue', Delivered: 'pine', Read: 'pine', Failed: 'red', Unknown: 'yellow', Cancelled: 'gray',
}

// Status says how far it is.
export function Status({ status }: { status: MessageStatus }) {
  const words = useWords(messages)
  return <StatusBadge color={colours[status]}>{words.statuses[status]}</StatusBadge>
}
