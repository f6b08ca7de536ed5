import { useCallback, useState } from 'react'

// Draft is what somebody has typed in a conversation and not sent.
export interface Draft {
  text: string
  isNote: boolean
}

// drafts keep what was typed while other conversations are open, until the page is left.
const drafts = new Map<string, Draft>()

export function useDraft(id: string): [Draft, (part: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => drafts.get(id) ?? { text: '', isNote: false })
  const change = useCallback(
    (part: Partial<Draft>) =>
      setDraft((present) => {
        const next = { ...present, ...part }
        drafts.set(id, next)
        return next
      }),
    [id],
  )
  return [draft, change]
}
