import { useState, type KeyboardEvent } from 'react'
import { useQuery } from 'urql'

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
  const [{ data }] = useQuery({ query: quickRepliesQuery, pause: typed === undefined })
  const [place, setPlace] = useState(0)
  // dismissed is the text with which the list was closed.
  const [dismissed, setDismissed] = useState<string>()
  const isOpen = typed !== undefined && dismissed !== text
  const found = isOpen ? matching(data?.quickReplies ?? [], typed) : []
  const active = Math.min(place, found.length)
  const choose = (at: number) => {
    const reply = found[at]
    setPlace(0)
    if (reply) {
      insert(reply.body)
    } else {
      setDismissed(text)
      manage()
    }
  }
  // press reports whether a key is for the list.
  const press = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const keys: Record<string, () => void> = {
      ArrowDown: () => setPlace((active + 1) % (found.length + 1)),
      ArrowUp: () => setPlace((active + found.length) % (found.length + 1)),
      Escape: () => setDismissed(text),
      Enter: () => choose(active),
      Tab: () => choose(active),
    }
    const act = isOpen && !shiftKey ? keys[key] : undefined
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
