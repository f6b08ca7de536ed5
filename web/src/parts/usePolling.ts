import { useEffect, useRef } from 'react'

// usePolling calls a function every few seconds while somebody looks at the page, and at once when
// somebody comes back to it.
export function usePolling(read: () => void, seconds: number) {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && latest.current()
    const timer = setInterval(look, seconds * 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [seconds])
}
