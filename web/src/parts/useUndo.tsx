import { Button, Group, Text } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useCallback, useSyncExternalStore } from 'react'
import type { CombinedError } from 'urql'

import { firmNow, holdSession } from '../session/access.js'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { isText } from './isText.ts'
import { onLeave } from './leave.ts'
import { useFaultToast } from './useFaultToast.ts'
import { finishWaiting, leaveWaiting, running, waiting } from './waiting.ts'

// delay is for how long an act can be undone, in milliseconds.
const delay = 6000

// contextOf lets a request end after its page is left, if keepalive is set, and is for the firm in which it was ordered: when it
// is sent, the session may be in another one.
const contextOf = (firm: string | undefined, keepalive: boolean) => ({ fetchOptions: { keepalive, ...(firm && { headers: { 'X-Firm-Id': firm } }) } })

// Act is a mutation to run with a context, as useMutation returns it.
type Act = (context: ReturnType<typeof contextOf>) => Promise<{ error?: CombinedError }>

let pending: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function setPending(next: Set<string>) {
  pending = next
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

onLeave({ finish: finishWaiting })
addEventListener('pagehide', leaveWaiting)

addEventListener('keydown', (event) => {
  const last = [...waiting.values()].at(-1)
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  if (last && isUndo && !isText(event.target)) {
    event.preventDefault()
    last.undo()
  }
})

// undo takes an act back that is not done yet, and reports whether there was one. It returns once the server is not asked
// for it any more, so that what comes next is not overtaken.
async function undo(key: string): Promise<boolean> {
  const act = waiting.get(key)
  act?.undo()
  await running.get(key)
  return act !== undefined
}

// newTimer calls a function after the delay. stop is for the end, and hold and release let the time stand still.
function newTimer(done: () => void) {
  const reasons = new Set<string>()
  let left = delay
  let begun = performance.now()
  let timer = setTimeout(done, left)
  return {
    stop: () => clearTimeout(timer),
    hold: (reason: string) => {
      if (reasons.size === 0) {
        clearTimeout(timer)
        left -= performance.now() - begun
      }
      reasons.add(reason)
    },
    release: (reason: string) => {
      if (reasons.delete(reason) && reasons.size === 0) {
        begun = performance.now()
        timer = setTimeout(done, left)
      }
    },
  }
}

// useUndo does an act after six seconds, and at once when the page is left or another tab signs out. Until then a toast offers
// to undo it, as do Ctrl+Z and ⌘Z for the last act. The time stands still while the pointer or the focus
// is at the toast. pending has the keys of the acts that are not done yet, so that a list can show what it
// will be. What is offered there as the opposite of an act calls undo first.
export function useUndo() {
  const words = useWords(general)
  const sayFault = useFaultToast()
  const later = useCallback(
    (key: string, message: string, act: Act) => {
      waiting.get(key)?.undo() // What is ordered again, as by going back to its page, waits once.
      const end = () => {
        timer.stop()
        waiting.delete(key)
        toasts.hide(toast)
      }
      const firm = firmNow()
      const release = holdSession()
      const settle = () => {
        setPending(new Set([...pending].filter((other) => other !== key)))
        release()
      }
      const ask = async (keepalive: boolean) => {
        const result = await act(contextOf(firm, keepalive))
        running.delete(key)
        settle()
        sayFault(result)
      }
      const run = (isLeaving = false) => {
        end()
        const asked = ask(isLeaving || running.size === 0)
        running.set(key, asked)
        return asked
      }
      const undo = () => {
        end()
        settle()
      }
      const timer = newTimer(() => void run())
      const toast = toasts.show({
        autoClose: false,
        onMouseEnter: () => timer.hold('pointer'),
        onMouseLeave: () => timer.release('pointer'),
        onFocus: () => timer.hold('focus'),
        onBlur: () => timer.release('focus'),
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{message}</Text>
            <Button variant="default" size="compact-sm" aria-keyshortcuts="Control+Z Meta+Z" onClick={undo}>{words.undo}</Button>
          </Group>
        ),
      })
      waiting.set(key, { run, undo })
      setPending(new Set([...pending, key]))
    },
    [words, sayFault],
  )
  return { pending: useSyncExternalStore(subscribe, () => pending), later, undo }
}
