import { useState } from 'react'
import type { CombinedError } from 'urql'

import { faultOf, type Fault } from '../api/fault.ts'

// useOvertaken reads what a form changes again before it is saved: the server takes a change whatever it has by then.
// clashes reports whether somebody else has saved what the form must not replace unseen.
export function useOvertaken<Values>(
  read: () => Promise<{ values: Values | undefined; error: CombinedError | undefined }>,
  clashes: (known: Values, theirs: Values) => boolean,
) {
  const [theirs, setTheirs] = useState<Values>()
  const [reading, setReading] = useState(false)
  const [fault, setFault] = useState<Fault>()
  // check compares what is stored with what the user has seen, and returns it, or known when there is nothing any more. Without
  // an answer of the server, and after a clash, which theirs then has, it returns undefined: nothing may be saved.
  const check = async (known: Values): Promise<Values | undefined> => {
    setReading(true)
    const { values = known, error } = await read()
    setReading(false)
    setFault(faultOf(error))
    const isOther = !error && clashes(known, values)
    setTheirs(isOther ? values : undefined)
    return error || isOther ? undefined : values
  }
  return { theirs, reading, fault, check, forget: () => setTheirs(undefined) }
}
