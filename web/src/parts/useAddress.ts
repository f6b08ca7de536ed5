import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

// useAddress keeps a filter in the address, so that it can be shared and survives a reload. A change
// replaces the present entry of the history.
export function useAddress(name: string): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const set = useCallback(
    (value: string) =>
      setParameters(
        () => {
          // The address itself has what other filters have just set.
          const next = new URLSearchParams(location.search)
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
