import { Button, Group } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import type { RefObject } from 'react'

import type { Fault } from '../../api/fault.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import type { Commands } from './commands.ts'
import { Failure } from './Failure.tsx'
import type { Outbox, Pending } from './outbox.ts'
import { State } from './State.tsx'
import { inbox } from './words.ts'

interface Props {
  pending: Pending
  outbox: Outbox
  commands: RefObject<Commands>
  discard: () => void
}

// PendingEntry is an answer on its way to the server, or an answer or a note that the server has refused.
export function PendingEntry({ pending, outbox, commands, discard }: Props) {
  const words = { ...useWords(general), ...useWords(inbox) }
  const format = useFormat()
  const { key, answer, text, fileName, occurredAt, fault } = pending
  // Without an answer the server may have taken it, which trying again finds out.
  const isEditable = fault?.code !== 'Network' && !answer?.template
  const edit = () => {
    if (!commands.current.edit?.(pending)) {
      toasts.show({ message: words.finishFirst })
    }
  }
  return (
    <div className="inbox-entry" data-direction={answer ? 'Outbound' : 'Note'} data-testid="message">
      {!answer && <div className="inbox-about">{words.note}</div>}
      {fileName && <div className="inbox-about">{fileName}</div>}
      {text && <div className="inbox-body">{text}</div>}
      <div className="inbox-meta">
        <time dateTime={occurredAt}>{format.time(occurredAt)}</time>
        {!fault && <State status="Sending" />}
      </div>
      {fault && (
        <Failure state={words.refused} {...reasonOf(fault, words.noAnswer)} role="alert">
          <Group gap={6} mt={4}>
            <Button size="compact-xs" variant="default" onClick={() => outbox.again(key)}>{words.again}</Button>
            {isEditable && <Button size="compact-xs" variant="default" onClick={edit}>{words.edit}</Button>}
            <Button size="compact-xs" variant="default" onClick={discard}>{words.discard}</Button>
          </Group>
        </Failure>
      )}
    </div>
  )
}

// reasonOf returns why an answer was refused. The message of a Conflict begins with the code of the reason.
function reasonOf({ code, message }: Fault, noAnswer: string): { code?: string; text: string } {
  if (code === 'Network') {
    return { text: noAnswer }
  }
  const [, reason, text] = /^([A-Z]\w+): (.*)$/s.exec(code === 'Conflict' ? message : '') ?? []
  return { code: reason ?? code, text: text ?? message }
}
