import { ActionIcon, Button, Group, Text, Title, UnstyledButton } from '@mantine/core'
import type { Ref } from 'react'

import { useCan } from '../../session/me.ts'
import { LeftIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { Assignee } from './Assignee.tsx'
import { nameOf } from './nameOf.ts'
import type { Conversation } from './queries.ts'
import { inbox } from './words.ts'

interface Props {
  back: Ref<HTMLButtonElement>
  conversation: Conversation
  leave: () => void
  openContact?: () => void
  assign: (userId: string | null) => void
  toggleStatus: () => void
}

// Head says with whom a conversation is, and who answers.
export function Head({ back, conversation, leave, openContact, assign, toggleStatus }: Props) {
  const words = useWords(inbox)
  const mayAnswer = useCan()('MessagingChat:SendMessage')
  const { status, channelName, address, contactId } = conversation
  const name = nameOf(conversation)
  return (
    <Group className="inbox-head" gap="xs" wrap="nowrap">
      <BackButton ref={back} leave={leave} />
      <div className="inbox-title">
        <Title order={2} className="inbox-name">
          {openContact ? <UnstyledButton className="inbox-name" fz="inherit" fw="inherit" onClick={openContact} title={contactId ? words.openContact : words.addContact}>{name}</UnstyledButton> : name}
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
export function BackButton({ ref, leave }: { ref: Ref<HTMLButtonElement>; leave: () => void }) {
  const words = useWords(inbox)
  return <ActionIcon ref={ref} className="inbox-back" variant="subtle" color="gray" aria-label={words.back} onClick={leave}><LeftIcon /></ActionIcon>
}
