import { Select, Text } from '@mantine/core'

import { useErrorText } from '../../parts/useErrorText.ts'
import { useCan, useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import type { Conversation } from './queries.ts'
import { useAssignees } from './useAssignees.ts'
import { inbox } from './words.ts'

// Assignee shows who answers, and lets those who may answer choose it.
export function Assignee({ conversation: { assignedTo }, assign }: { conversation: Conversation; assign: (userId: string | null) => void }) {
  const words = useWords(inbox)
  const { user } = useMe()
  const { options, isMember, error, again } = useAssignees()
  const textOf = useErrorText()
  if (!useCan()('MessagingChat:SendMessage')) {
    return <Text size="sm" c="dimmed" truncate>{assignedTo?.name ?? words.nobody}</Text>
  }
  const data = [{ value: 'none', label: words.nobody }, ...(isMember ? [{ value: user.id, label: words.me }] : []), ...options]
  // Who has left the firm, or has lost the right, may still be assigned.
  if (assignedTo && !data.some(({ value }) => value === assignedTo.id)) {
    data.push({ value: assignedTo.id, label: assignedTo.name })
  }
  return (
    <Select
      size="xs"
      w={150}
      aria-label={words.assignee}
      data={data}
      error={textOf(error)}
      value={assignedTo?.id ?? 'none'}
      onDropdownOpen={again}
      onChange={(value) => assign(value === 'none' ? null : value)}
      allowDeselect={false}
      searchable
    />
  )
}
