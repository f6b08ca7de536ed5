import { Button, Group, Text } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CombinedError } from 'urql'

import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { useFaultToast } from './useFaultToast.ts'

// delay is for how long an act can be undone, in milliseconds.
const delay = 6000

// lasting lets a request end after its page is left.
const lasting = { fetchOptions: { keepalive: true } }

// Act is a mutation to run with a context, as useMutation returns it.
type Act = (context: typeof lasting) => Promise<{ error?: CombinedError }>

// useUndo runs an act after six seconds, and at once when the page is left. Until then a toast offers
// to undo it; now runs all at once. pending has the keys of the acts that are not done yet, so that a
// list can show what it will be.
export function useUndo() {
  const words = useWords(general)
  const sayFault = useFaultToast()
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, () => void>())

  const now = useCallback(() => [...waiting.current.values()].forEach((run) => run()), [])
  useEffect(() => {
    addEventListener('pagehide', now)
    return () => {
      removeEventListener('pagehide', now)
      now()
    }
  }, [now])

  const later = useCallback(
    (key: string, message: string, act: Act) => {
      const end = () => {
        clearTimeout(timer)
        waiting.current.delete(key)
        toasts.hide(toast)
      }
      const settle = () => setPending((present) => new Set([...present].filter((other) => other !== key)))
      const run = () => {
        end()
        void act(lasting).then((result) => {
          settle()
          sayFault(result)
        })
      }
      const undo = () => {
        end()
        settle()
      }
      const timer = setTimeout(run, delay)
      const toast = toasts.show({
        autoClose: false,
        withCloseButton: false,
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{message}</Text>
            <Button variant="default" size="compact-sm" onClick={undo}>{words.undo}</Button>
          </Group>
        ),
      })
      waiting.current.set(key, run)
      setPending((present) => new Set([...present, key]))
    },
    [words, sayFault],
  )
  return { pending, later, now }
}
