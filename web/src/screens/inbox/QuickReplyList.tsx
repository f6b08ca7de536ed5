import { useState, type KeyboardEvent } from 'react'
import { useQuery } from 'urql'

import { isComposing } from '../../parts/composing.ts'
import { useWords } from '../../words/language.ts'
import { quickRepliesQuery, type QuickReply } from './queries.ts'
import { inbox } from './words.ts'

export const listId = 'quick-replies'
export const optionId = (place: number) => `quick-reply-${place}`

// most is how many quick replies are offered at once.
const most = 7

// useQuickReplies offers the quick replies that the word fits which begins by / at the end of a text. Its
// last line opens all of them.
export function useQuickReplies(text: string, insert: (body: string) => void, manage: () => void) {
  const typed = /(?:^|\s)\/(\S*)$/.exec(text)?.[1]
  const [{ data, fetching }] = useQuery({ query: quickRepliesQuery, pause: typed === undefined, requestPolicy: 'cache-and-network' })
  // moved is where the keys have gone in the list of a text.
  const [moved, setMoved] = useState<{ text: string; place: number }>()
  // dismissed is the text with which the list was closed.
  const [dismissed, setDismissed] = useState<string>()
  const isOpen = typed !== undefined && dismissed !== text
  const found = isOpen ? matching(data?.quickReplies ?? [], typed) : []
  // Where nothing fits, Enter is for the text that has a / in it.
  const first = found.length > 0 || typed === '' ? 0 : undefined
  const active = moved?.text === text ? Math.min(moved.place, found.length) : first
  const move = (step: number) => setMoved({ text, place: ((active ?? (step > 0 ? -1 : 0)) + step + found.length + 1) % (found.length + 1) })
  const choose = (at: number) => {
    const reply = found[at]
    setMoved(undefined)
    if (reply) {
      insert(reply.body)
    } else {
      setDismissed(text)
      manage()
    }
  }
  // press reports whether a key is for the list.
  const press = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    // Until the quick replies are read, nobody knows which one is meant.
    const take = fetching ? () => {} : active === undefined ? undefined : () => choose(active)
    const keys: Record<string, (() => void) | undefined> = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Escape: () => setDismissed(text), Enter: take, Tab: take }
    const act = isOpen && !shiftKey && !isComposing(nativeEvent) ? keys[key] : undefined
    act?.()
    return act !== undefined
  }
  return { isOpen, found, active, choose, press }
}

function matching(replies: QuickReply[], typed: string): QuickReply[] {
  const wanted = typed.toLowerCase()
  const begins = ({ shortcut }: QuickReply) => shortcut.toLowerCase().startsWith(wanted)
  const contains = ({ shortcut, body }: QuickReply) => `${shortcut} ${body}`.toLowerCase().includes(wanted)
  return [...replies.filter(begins), ...replies.filter((reply) => !begins(reply) && contains(reply))].slice(0, most)
}

// QuickReplyList shows the quick replies to choose from. The field keeps the focus.
export function QuickReplyList({ found, active, choose }: Pick<ReturnType<typeof useQuickReplies>, 'found' | 'active' | 'choose'>) {
  const words = useWords(inbox)
  return (
    <div id={listId} role="listbox" aria-label={words.quickReplies} className="inbox-quick">
      {[...found, undefined].map((reply, place) => (
        <div
          key={reply?.id ?? 'manage'}
          id={optionId(place)}
          role="option"
          aria-selected={place === active}
          className="inbox-quick-line"
          // The press would take the focus from the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(place)}
        >
          {reply ? <><b>/{reply.shortcut}</b> <span>{reply.body}</span></> : <span>{words.manageQuickReplies}…</span>}
        </div>
      ))}
    </div>
  )
}
