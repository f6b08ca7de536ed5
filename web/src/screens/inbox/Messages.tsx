import { Loader, Text } from '@mantine/core'
import { Fragment, useEffect, useRef, useSyncExternalStore, type RefObject } from 'react'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useUndo } from '../../parts/useUndo.tsx'
import { dayOf } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import type { Commands } from './commands.ts'
import { Day } from './Day.tsx'
import type { Entries } from './entries.ts'
import { Entry } from './Entry.tsx'
import { PendingEntry } from './PendingEntry.tsx'
import { inbox } from './words.ts'

// Messages are those of a conversation, the newest at the bottom, where the pane begins. Older ones are read
// when somebody scrolls up to them.
export function Messages({ entries, commands }: { entries: Entries; commands: RefObject<Commands> }) {
  const words = useWords(inbox)
  const zone = useMe().firm?.timeZone ?? 'UTC'
  const version = useSyncExternalStore(entries.subscribe, entries.now)
  const frame = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!top.current) {
      return
    }
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && void entries.older(), { root: frame.current, rootMargin: '300px 0px 0px' })
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [entries, version])
  const discarded = useUndo()
  const pending = entries.pending.filter(({ key }) => !discarded.pending.has(key))
  useEffect(() => {
    if (pending.length > 0) {
      frame.current?.scrollTo({ top: 0 })
    }
  }, [pending.length])
  const discard = (key: string) =>
    discarded.later(key, words.discarded, () => {
      entries.outbox.remove(key)
      return Promise.resolve({})
    })
  let day = ''
  const separator = (time: string) => {
    const before = day
    day = dayOf(time, zone)
    return day !== before && <Day day={day} />
  }
  return (
    <div ref={frame} className="inbox-messages" role="log" aria-label={words.messages} tabIndex={0}>
      <div className="inbox-thread">
        {entries.hasMore && !entries.fault && <div ref={top} className="inbox-older"><Loader size="xs" aria-label={words.older} /></div>}
        <ErrorText fault={entries.fault} again={() => void entries.read()} />
        {!entries.loaded && !entries.fault && <Rows count={6} />}
        {entries.loaded && entries.items.length + pending.length === 0 && <Text size="sm" c="dimmed" ta="center">{words.beginning}</Text>}
        {entries.items.map((entry) => (
          <Fragment key={entries.keyOf(entry)}>
            {separator(entry.occurredAt)}
            <Entry entry={entry} />
          </Fragment>
        ))}
        {pending.map((one) => (
          <Fragment key={one.key}>
            {separator(one.occurredAt)}
            <PendingEntry pending={one} outbox={entries.outbox} commands={commands} discard={() => discard(one.key)} />
          </Fragment>
        ))}
      </div>
    </div>
  )
}
