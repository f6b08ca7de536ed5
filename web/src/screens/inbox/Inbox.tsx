import './inbox.css'

import { ActionIcon, Tooltip } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'
import { useLocation } from 'wouter'

import { live } from '../../api/live.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { usePolling } from '../../parts/usePolling.ts'
import { visiting } from '../../session/session.ts'
import { HelpIcon, MuteIcon, SoundIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import type { Commands } from './commands.ts'
import { Conversation } from './Conversation.tsx'
import { Feed } from './feed.ts'
import { Filters } from './Filters.tsx'
import { KeyHelp } from './KeyHelp.tsx'
import { List } from './List.tsx'
import { NothingOpen, Nothing } from './Nothing.tsx'
import { QuickReplies } from './QuickReplies.tsx'
import { useConversations } from './useConversations.ts'
import { everything, useFilter } from './useFilter.ts'
import { useKeys } from './useKeys.ts'
import { UnreadTitle } from './UnreadTitle.tsx'
import { useSound } from './useSound.ts'
import { inbox } from './words.ts'

// Inbox has the conversations of the firm, and the one that is open beside them.
export default function Inbox({ id }: { id?: string }) {
  const words = useWords(inbox)
  const title = useWords(screenNames).inbox
  const client = useClient()
  const [, navigate] = useLocation()
  const feed = useMemo(() => new Feed(client), [client])
  useEffect(() => feed.start(), [feed])
  // On a visit to another firm there are no events.
  usePolling(() => visiting() && live.dispatchEvent(new Event('restored')), 10)
  const [filter, change] = useFilter()
  const { list, isOld } = useConversations(filter, feed, id)
  const [isLoud, setLoud] = useSound(feed, id)
  const [, setDialog] = useAddress('open')
  const [active, setActive] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const commands = useRef<Commands>({})

  const open = (id?: string) => {
    setActive((present) => id ?? present)
    navigate(`/inbox${id ? `/${id}` : ''}${location.search}`)
  }
  const focus = (selector: string) => root.current?.querySelector<HTMLElement>(selector)?.focus()
  // currentOf returns the conversation that Enter opens.
  const currentOf = () => list.find(active) ?? list.rows[0]
  const move = (step: number) => {
    const place = list.rows.findIndex((row) => row.id === (list.find(active)?.id ?? id))
    const next = list.rows[Math.max(0, Math.min(list.rows.length - 1, place + step))]
    setActive(next?.id)
    focus('.inbox-rows')
  }
  const escape = ({ target }: KeyboardEvent) => {
    if ((target as HTMLElement).matches('input, textarea')) {
      ;(target as HTMLElement).blur()
      focus('.inbox-rows')
    } else if (id) {
      open()
    }
  }
  const [areLettersOn, setLettersOn] = useKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    Enter: () => open(currentOf()?.id),
    r: () => commands.current.reply?.(),
    n: () => commands.current.note?.(),
    t: () => commands.current.template?.(),
    c: () => commands.current.openContact?.(),
    e: () => commands.current.toggleStatus?.(),
    a: () => commands.current.assignToMe?.(),
    '/': () => focus('.inbox-list input[type=search]'),
    '?': () => setDialog('keys'),
    Escape: escape,
  })
  const sound = isLoud ? words.soundOn : words.soundOff
  return (
    <>
      <Page
        title={title}
        actions={
          <>
            <Tooltip label={sound}>
              <ActionIcon variant="default" size="lg" aria-label={sound} onClick={() => setLoud(!isLoud)}>{isLoud ? <SoundIcon /> : <MuteIcon />}</ActionIcon>
            </Tooltip>
            <Tooltip label={words.keys}>
              <ActionIcon variant="default" size="lg" aria-label={words.keys} onClick={() => setDialog('keys')}><HelpIcon /></ActionIcon>
            </Tooltip>
          </>
        }
      >
        <div ref={root} className="inbox" data-open={id !== undefined || undefined}>
          <section className="inbox-list" aria-label={words.list}>
            <Filters filter={filter} change={change} />
            <ErrorText fault={list.fault} again={() => void list.read()} />
            {!list.loaded ? (
              !list.fault && <Rows count={10} />
            ) : list.rows.length === 0 ? (
              <Nothing all={() => change(everything)} />
            ) : (
              <List list={list} isOld={isOld} active={active} opened={id} open={open} />
            )}
          </section>
          {id ? (
            <Conversation key={id} id={id} listed={list.find(id)} feed={feed} commands={commands} leave={() => open()} manage={() => setDialog('quick-replies')} />
          ) : (
            <NothingOpen />
          )}
        </div>
        <QuickReplies />
        <KeyHelp areLettersOn={areLettersOn} setLettersOn={setLettersOn} />
      </Page>
      <UnreadTitle feed={feed} title={title} />
    </>
  )
}
