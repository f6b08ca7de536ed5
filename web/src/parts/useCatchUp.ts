import { useEffect, useRef } from 'react'

import { live } from '../api/live.ts'
import { visiting } from '../session/session.ts'

// useCatchUp calls a function when events of subscriptions may have been missed: once there is a connection, after
// it was lost, and every ten seconds on a visit to another firm, where there are none.
export function useCatchUp(read: () => void) {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    const look = () => latest.current()
    const timer = visiting() ? setInterval(look, 10_000) : undefined
    live.addEventListener('restored', look)
    return () => {
      clearInterval(timer)
      live.removeEventListener('restored', look)
    }
  }, [])
}
