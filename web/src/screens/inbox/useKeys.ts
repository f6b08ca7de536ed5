import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { isComposing } from '../../parts/composing.ts'
import { areLettersOn, hasDialog, turnLetters } from '../../parts/letters.ts'

// useKeys calls a function for a key that is pressed outside of fields, menus and dialogs. Escape comes from
// the fields of the inbox as well.
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(areLettersOn)
  const latest = useRef(keys)
  const hadDialog = useRef(false)
  // A dialog that Escape closes is gone when the key comes to the page: this asks before the dialog does.
  useLayoutEffect(() => {
    const look = () => {
      hadDialog.current = hasDialog()
    }
    addEventListener('keydown', look, { capture: true })
    return () => removeEventListener('keydown', look, { capture: true })
  }, [])
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key]
      const target = event.target as HTMLElement
      const isLetter = event.key.length === 1
      // A key that is held moves, and does nothing else again and again.
      const isTaken = event.defaultPrevented || (event.repeat && isLetter && !'jk'.includes(event.key)) || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)
      if (!act || isTaken || hadDialog.current || (isLetter && !isOn) || isElsewhere(target, event.key)) {
        return
      }
      event.preventDefault()
      act(event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
  const choose = (isOn: boolean) => {
    turnLetters(isOn)
    setOn(isOn)
  }
  return [isOn, choose]
}

// isElsewhere reports whether a key means something else where it was pressed.
function isElsewhere(target: HTMLElement, key: string): boolean {
  const isField = target.matches('input, textarea, select, [contenteditable]')
  if (target.closest('[role="menu"], [role="dialog"]') || target.getAttribute('aria-expanded') === 'true') {
    return true
  }
  if (key === 'Escape') {
    return isField && !target.closest('.inbox')
  }
  // Enter presses a button, and the arrows scroll what has the focus.
  const isOwn = target === document.body || target.matches('#content, .inbox-rows')
  return key.length === 1 ? isField : !isOwn
}
