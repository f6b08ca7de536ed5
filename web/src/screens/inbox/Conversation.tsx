import { Group } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useClient, useMutation } from 'urql'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useFaultToast } from '../../parts/useFaultToast.ts'
import { useCan, useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { ContactDrawer } from '../contacts/ContactDrawer.tsx'
import type { Values } from '../contacts/values.ts'
import type { Commands } from './commands.ts'
import { Composer } from './Composer.tsx'
import { ContactPanel } from './ContactPanel.tsx'
import { entriesOf } from './entries.ts'
import type { Feed } from './feed.ts'
import { BackButton, Head } from './Head.tsx'
import { isFocusLost } from './isFocusLost.ts'
import { Messages } from './Messages.tsx'
import { assignMutation, readMutation, statusMutation, type Conversation as Stored } from './queries.ts'
import { Typing } from './Typing.tsx'
import { useAssignees } from './useAssignees.ts'
import { useConversation } from './useConversation.ts'
import { useMarkRead } from './useMarkRead.ts'
import { useNotice } from './useNotice.ts'
import { startOf } from './startOf.ts'
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
  const { isMember } = useAssignees()
  const client = useClient()
  const sayFault = useFaultToast()
  const { conversation, fault, read } = useConversation(id, feed, listed)
  const entries = useMemo(() => entriesOf(client, user.id, id), [client, user.id, id])
  useEffect(() => entries.start(), [entries])
  useMarkRead(conversation, feed)
  const notice = useNotice(conversation)
  const [, assign] = useMutation(assignMutation)
  const [, setStatus] = useMutation(statusMutation)
  const [, markRead] = useMutation(readMutation)
  // The form stays what it was opened as: a colleague may add or change the contact meanwhile.
  const [form, setForm] = useState<{ id: string; start?: Partial<Values> }>()
  const mayAnswer = can('MessagingChat:SendMessage')
  const status = conversation?.status
  const assignTo = async (userId: string | null) => {
    const own = notice.expect({ assigned: userId })
    const since = feed.events
    const result = await assign({ input: { id, userId } })
    sayFault(result)
    if (result.data) {
      feed.answer(result.data.assignConversation, since)
    } else {
      own.failed()
    }
  }
  const toggleStatus = async () => {
    const next = status === 'Open' ? 'Closed' : 'Open'
    const own = notice.expect({ status: next })
    const since = feed.events
    const result = await setStatus({ input: { id, status: next } })
    sayFault(result)
    if (result.data) {
      feed.answer(result.data.setConversationStatus, since)
      toasts.show({ message: result.data.setConversationStatus.status === 'Closed' ? words.closed : words.reopened })
    } else {
      own.failed()
    }
  }
  const contact = can('Contact:View') ? (conversation?.contactId ?? undefined) : undefined
  const isKnown = Boolean(conversation?.contactId)
  const start = conversation && !isKnown && mayAnswer && can('Contact:View') && can('Contact:Create') ? startOf(conversation) : undefined
  const openContact = contact || start ? () => setForm(contact ? { id: contact } : { id: 'new', start }) : undefined
  // foundContact reads the conversation, which reading it gives the new contact to those who may answer.
  const foundContact = async () => {
    if (mayAnswer && start) {
      sayFault(await markRead({ input: { id } }))
    }
    await read()
  }
  useEffect(() => {
    const own: Commands = mayAnswer && status ? { toggleStatus: () => void toggleStatus(), assignToMe: isMember ? () => void assignTo(user.id) : undefined } : {}
    Object.assign(commands.current, { ...own, openContact })
    return () => {
      commands.current.toggleStatus = undefined
      commands.current.assignToMe = undefined
      commands.current.openContact = undefined
    }
  })
  // The place of what has gone has nothing to write in.
  const isGone = fault?.code === 'NotFound'
  const isShown = Boolean(conversation) && !isGone
  const back = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isFocusLost()) {
      back.current?.focus()
    }
  }, [isShown])
  if (!conversation || isGone) {
    return (
      <section className="inbox-conversation" aria-label={words.conversation}>
        <Group className="inbox-head"><BackButton ref={back} leave={leave} /></Group>
        {fault ? <ErrorText fault={fault} again={isGone ? undefined : () => void read()} /> : <Rows />}
      </section>
    )
  }
  return (
    <>
      <section className="inbox-conversation" aria-label={words.conversation}>
        <Head back={back} conversation={conversation} leave={leave} openContact={openContact} assign={(id) => void assignTo(id)} toggleStatus={() => void toggleStatus()} />
        <Messages entries={entries} commands={commands} />
        <Typing id={id} />
        <Composer conversation={conversation} entries={entries} commands={commands} manage={manage} />
      </section>
      <ContactPanel conversation={conversation} edit={contact ? openContact : undefined} add={start ? openContact : undefined} />
      <ContactDrawer {...form} close={() => (setForm(undefined), void foundContact())} />
    </>
  )
}
