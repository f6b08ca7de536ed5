import { Badge, VisuallyHidden } from '@mantine/core'
import { memo, useSyncExternalStore } from 'react'
import { useClient } from 'urql'

import { dayOf, today } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { nameOf } from './nameOf.ts'
import { outboxesOf } from './outboxes.ts'
import type { Conversation } from './queries.ts'
import { State } from './State.tsx'
import { inbox } from './words.ts'

export const rowHeight = 70

interface Props {
  index: number
  row: Conversation
  isActive: boolean
  isOpen: boolean
}

// Row is the place of a conversation in the list, which handles its events.
export function Row({ index, row, isActive, isOpen }: Props) {
  return (
    <div
      id={`conversation-${row.id}`}
      role="option"
      aria-selected={isOpen}
      data-index={index}
      data-active={isActive || undefined}
      data-unread={row.unreadCount > 0 || undefined}
      className="inbox-row"
      style={{ transform: `translateY(${index * rowHeight}px)` }}
    >
      <Content row={row} />
    </div>
  )
}

// Content is not drawn again when a row moves.
const Content = memo(function Content({ row }: { row: Conversation }) {
  const words = useWords(inbox)
  const format = useFormat()
  const { lastMessage, unreadCount, assignedTo } = row
  const outboxes = outboxesOf(useClient(), useMe().user.id)
  const hasRefused = useSyncExternalStore(outboxes.subscribe, () => outboxes.hasRefused(row.id))
  return (
    <>
      <div className="inbox-line">
        <span className="inbox-name">{nameOf(row)}</span>
        {lastMessage && <RowTime time={lastMessage.occurredAt} />}
      </div>
      <div className="inbox-line">
        <span className="inbox-text">
          {lastMessage?.direction === 'Outbound' && <><State status={lastMessage.status} /> </>}
          {lastMessage ? (lastMessage.body ?? words.file) : words.noMessage}
        </span>
        {unreadCount > 0 && (
          <Badge size="sm" circle={unreadCount < 10} className="inbox-count">
            <span aria-hidden="true">{unreadCount > 99 ? '99+' : unreadCount}</span>
            <VisuallyHidden>{words.unread(format.number(unreadCount))}</VisuallyHidden>
          </Badge>
        )}
      </div>
      <div className="inbox-channel">
        {row.channelName}
        {assignedTo && ` · ${assignedTo.name}`}
        {row.status === 'Closed' && ` · ${words.statuses.Closed}`}
        {hasRefused && <> · <span className="inbox-refused">{words.refused}</span></>}
      </div>
    </>
  )
})

// RowTime shows the time of today's messages, and the day of others.
function RowTime({ time }: { time: string }) {
  const format = useFormat()
  const zone = useMe().firm?.timeZone ?? 'UTC'
  const day = dayOf(time, zone)
  return <time className="inbox-time" dateTime={time} title={format.dateTime(time)}>{day === today(zone) ? format.time(time) : format.shortDay(day)}</time>
}
