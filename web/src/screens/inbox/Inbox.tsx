import './inbox.css'

import { ActionIcon, Tooltip } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { useLocation } from 'wouter'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useMe } from '../../session/me.ts'
import { HelpIcon, MuteIcon, SoundIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import type { Commands } from './commands.ts'
import { Conversation } from './Conversation.tsx'
import { useFeed } from './feed.ts'
import { Filters } from './Filters.tsx'
import { isFocusLost } from './isFocusLost.ts'
import { KeyHelp } from './KeyHelp.tsx'
import { List } from './List.tsx'
import { NothingOpen, Nothing } from './Nothing.tsx'
import { outboxesOf } from './outboxes.ts'
import { QuickReplies } from './QuickReplies.tsx'
import { sayRefused } from './sayRefused.tsx'
import { useSoundChoice } from './sound.ts'
import { useConversations } from './useConversations.ts'
import { everything, useFilter } from './useFilter.ts'
import { useKeys } from './useKeys.ts'
import { inbox } from './words.ts'

// Inbox has the conversations of the firm, and the one that is open beside them.
export default function Inbox({ id }: { id?: string }) {
  const words = useWords(inbox)
  const title = useWords(screenNames).inbox
  const [, navigate] = useLocation()
  const feed = useFeed()
  const [filter, change] = useFilter()
  const { list, isOld } = useConversations(filter, feed, id)
  const outboxes = outboxesOf(useClient(), useMe().user.id)
  useEffect(() => {
    outboxes.onRefused = sayRefused // It stays when another screen is opened.
  }, [outboxes])
  const [isLoud, setLoud] = useSoundChoice()
  const [, setDialog] = useAddress('open')
  const [active, setActive] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const commands = useRef<Commands>({})

  const wasOpen = useRef(id !== undefined)
  useLayoutEffect(() => {
    if (wasOpen.current && !id && isFocusLost()) {
      focus('.inbox-rows')
    }
    wasOpen.current = id !== undefined
  }, [id])

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
  )
}
