import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

// useAddress keeps a filter in the address, so that it can be shared and survives a reload. A change
// replaces the present entry of the history.
export function useAddress(name: string): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const set = useCallback(
    (value: string) =>
      setParameters(
        (present) => {
          const next = new URLSearchParams(present)
          if (value) {
            next.set(name, value)
          } else {
            next.delete(name)
          }
          return next
        },
        { replace: true },
      ),
    [name, setParameters],
  )
  return [parameters.get(name) ?? '', set]
}
