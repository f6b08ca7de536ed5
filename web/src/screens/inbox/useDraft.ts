import { useCallback, useState } from 'react'

import { draftKey } from '../../session/access.js'
import { useMe } from '../../session/me.ts'

// Draft is what somebody has typed in a conversation and not sent.
export interface Draft {
  text: string
  isNote: boolean
}

// useDraft keeps a draft while other conversations are open, and when the page is loaded again. It is in the storage of
// this tab: that ends with the tab, and signing out removes the drafts. Nothing else of a conversation is there.
export function useDraft(id: string): [Draft, (part: Partial<Draft>) => void] {
  const { user } = useMe()
  const key = draftKey(user.id, id)
  const [draft, setDraft] = useState(() => read(key))
  const change = useCallback(
    (part: Partial<Draft>) =>
      setDraft((present) => {
        const next = { ...present, ...part }
        keep(key, next)
        return next
      }),
    [key],
  )
  return [draft, change]
}

function read(key: string): Draft {
  const none = { text: '', isNote: false }
  try {
    return { ...none, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Draft>) }
  } catch {
    return none
  }
}

// keep stores a draft, unless the storage is full or not there: what is typed holds all the same.
function keep(key: string, draft: Draft) {
  try {
    if (draft.text || draft.isNote) {
      sessionStorage.setItem(key, JSON.stringify(draft))
    } else {
      sessionStorage.removeItem(key)
    }
  } catch {
    // It lasts until another conversation is open.
  }
}
