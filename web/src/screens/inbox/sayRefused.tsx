import { Anchor, Text } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { navigate } from 'wouter/use-browser-location'

import { aroundNav } from '../../parts/leave.ts'
import { general } from '../../words/general.ts'
import { language } from '../../words/language.ts'
import type { Refusal } from './outboxes.ts'
import { inbox } from './words.ts'

// sayRefused says that a reply or a note was not sent to whoever has left its conversation, and leads there.
export function sayRefused({ conversation, pending: { answer, text, fileName, to } }: Refusal) {
  const address = `/console/inbox/${conversation}`
  if (location.pathname === address) {
    return
  }
  const words = inbox[language()]
  const open = () => {
    toasts.hide(toast)
    aroundNav(navigate, address)
  }
  const toast = toasts.show({
    color: 'red',
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': general[language()].close },
    title: answer ? words.replyRefused(to) : words.noteRefused(to),
    message: (
      <>
        <Text size="sm" truncate>{text || fileName}</Text>
        <Anchor component="button" type="button" size="sm" onClick={open}>{words.openConversation}</Anchor>
      </>
    ),
  })
}
