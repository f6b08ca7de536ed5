import { ActionIcon, Button, Group, Text, Title, UnstyledButton } from '@mantine/core'

import { useCan } from '../../session/me.ts'
import { LeftIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { Assignee } from './Assignee.tsx'
import { nameOf } from './nameOf.ts'
import type { Conversation } from './queries.ts'
import { inbox } from './words.ts'

interface Props {
  conversation: Conversation
  leave: () => void
  openContact?: () => void
  assign: (userId: string | null) => void
  toggleStatus: () => void
}

// Head says with whom a conversation is, and who answers.
export function Head({ conversation, leave, openContact, assign, toggleStatus }: Props) {
  const words = useWords(inbox)
  const mayAnswer = useCan()('MessagingChat:SendMessage')
  const { status, channelName, address } = conversation
  const name = nameOf(conversation)
  return (
    <Group className="inbox-head" gap="xs" wrap="nowrap">
      <BackButton leave={leave} />
      <div className="inbox-title">
        <Title order={2} className="inbox-name">
          {openContact ? <UnstyledButton className="inbox-name" fz="inherit" fw="inherit" onClick={openContact} title={words.openContact}>{name}</UnstyledButton> : name}
        </Title>
        <Text size="xs" c="dimmed" truncate>{name === address ? channelName : `${channelName} · ${address}`}</Text>
      </div>
      <Assignee conversation={conversation} assign={assign} />
      {mayAnswer && (
        <Button variant="default" size="xs" className="inbox-close" onClick={toggleStatus}>{status === 'Open' ? words.close : words.reopen}</Button>
      )}
    </Group>
  )
}

// BackButton is there on a phone, where the conversation takes the place of the list.
export function BackButton({ leave }: { leave: () => void }) {
  const words = useWords(inbox)
  return <ActionIcon className="inbox-back" variant="subtle" color="gray" aria-label={words.back} onClick={leave}><LeftIcon /></ActionIcon>
}
