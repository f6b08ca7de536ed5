import { Group } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { useClient, useMutation } from 'urql'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useFaultToast } from '../../parts/useFaultToast.ts'
import { useCan, useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { ContactDrawer } from '../contacts/ContactDrawer.tsx'
import type { Commands } from './commands.ts'
import { Composer } from './Composer.tsx'
import { ContactPanel } from './ContactPanel.tsx'
import { entriesOf } from './entries.ts'
import type { Feed } from './feed.ts'
import { BackButton, Head } from './Head.tsx'
import { Messages } from './Messages.tsx'
import { assignMutation, statusMutation, type Conversation as Stored } from './queries.ts'
import { Typing } from './Typing.tsx'
import { useColleagues } from './useColleagues.ts'
import { useConversation } from './useConversation.ts'
import { useMarkRead } from './useMarkRead.ts'
import { inbox } from './words.ts'

interface Props {
  id: string
  // listed is the conversation as the list has it, if it does.
  listed: Stored | undefined
  feed: Feed
  commands: RefObject<Commands>
  leave: () => void
  // manage opens the quick replies.
  manage: () => void
}

// Conversation is the open conversation: its messages, what can be done with it, and the contact.
export function Conversation({ id, listed, feed, commands, leave, manage }: Props) {
  const words = useWords(inbox)
  const can = useCan()
  const { user } = useMe()
  const { isMember } = useColleagues()
  const client = useClient()
  const sayFault = useFaultToast()
  const { conversation, fault, read } = useConversation(id, feed, listed)
  const entries = useMemo(() => entriesOf(client, id), [client, id])
  useEffect(() => entries.start(), [entries])
  useMarkRead(conversation, feed)
  const [, assign] = useMutation(assignMutation)
  const [, setStatus] = useMutation(statusMutation)
  const [isContactOpen, setContactOpen] = useState(false)
  const mayAnswer = can('MessagingChat:SendMessage')
  const status = conversation?.status
  const assignTo = async (userId: string | null) => {
    const result = await assign({ input: { id, userId } })
    sayFault(result)
    if (result.data) {
      feed.push(result.data.assignConversation)
    }
  }
  const toggleStatus = async () => {
    const result = await setStatus({ input: { id, status: status === 'Open' ? 'Closed' : 'Open' } })
    sayFault(result)
    if (result.data) {
      feed.push(result.data.setConversationStatus)
      toasts.show({ message: result.data.setConversationStatus.status === 'Closed' ? words.closed : words.reopened })
    }
  }
  const contact = can('Contact:View') ? (conversation?.contactId ?? undefined) : undefined
  const openContact = contact ? () => setContactOpen(true) : undefined
  useEffect(() => {
    const own: Commands = mayAnswer && status ? { toggleStatus: () => void toggleStatus(), assignToMe: isMember ? () => void assignTo(user.id) : undefined } : {}
    Object.assign(commands.current, { ...own, openContact })
    return () => {
      commands.current.toggleStatus = undefined
      commands.current.assignToMe = undefined
      commands.current.openContact = undefined
    }
  })
  if (!conversation) {
    return (
      <section className="inbox-conversation" aria-label={words.conversation}>
        <Group className="inbox-head"><BackButton leave={leave} /></Group>
        {fault ? <ErrorText fault={fault} again={fault.code === 'NotFound' ? undefined : () => void read()} /> : <Rows />}
      </section>
    )
  }
  return (
    <>
      <section className="inbox-conversation" aria-label={words.conversation}>
        <Head conversation={conversation} leave={leave} openContact={openContact} assign={(id) => void assignTo(id)} toggleStatus={() => void toggleStatus()} />
        <Messages entries={entries} />
        <Typing id={id} />
        <Composer conversation={conversation} entries={entries} commands={commands} manage={manage} />
      </section>
      <ContactPanel conversation={conversation} edit={openContact} />
      <ContactDrawer id={isContactOpen ? contact : undefined} close={() => (setContactOpen(false), void read())} />
    </>
  )
}
