import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react'

import { useGuard } from './leave.ts'

// Keeper knows the forms of a panel, a dialog or a screen that have what is not saved.
export interface Keeper {
  // keep is called with whether closing would lose something of a form.
  keep: (form: object, isKept: boolean) => void
  // release forgets all forms, before what is around them is closed on purpose.
  release: () => void
}

// Keep is the keeper of what is around. There is none before somebody has signed in.
export const Keep = createContext<Keeper | undefined>(undefined)

// useKeeper returns a keeper for a panel, a dialog or a screen, and whether it keeps something. The user is asked before
// a screen that keeps something is left.
export function useKeeper(): [boolean, Keeper] {
  const [isKept, setKept] = useState(false)
  const guard = useGuard()
  const keeper = useMemo(() => {
    const forms = new Set<object>()
    const tell = () => {
      guard(forms.size > 0)
      setKept(forms.size > 0)
    }
    return {
      keep: (form: object, isKept: boolean) => {
        if (isKept) {
          forms.add(form)
        } else {
          forms.delete(form)
        }
        tell()
      },
      release: () => {
        forms.clear()
        tell()
      },
    }
  }, [guard])
  return [isKept, keeper]
}

// useKept makes the panel or dialog around it stay open at Escape and at a click outside while closing it would lose
// what somebody typed, or what is shown once, and asks before the screen is left. Its buttons close it; one that leads to
// another screen calls the function that useKept returns before.
export function useKept(isKept: boolean): () => void {
  const keeper = useContext(Keep)
  const [form] = useState({})
  // Before the next key comes, which may be Escape.
  useLayoutEffect(() => {
    if (!isKept) {
      return undefined
    }
    keeper?.keep(form, true)
    return () => keeper?.keep(form, false)
  }, [keeper, form, isKept])
  return () => keeper?.keep(form, false)
}
