import { useCallback } from 'react'
import type { CombinedError } from 'urql'

import { faultOf } from '../api/fault.ts'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

// useErrorText returns a function that returns why something to choose from could not be read, for its field.
export function useErrorText(): (error: CombinedError | undefined) => string | undefined {
  const { noAnswer } = useWords(general)
  return useCallback((error) => error && (faultOf(error)?.message || noAnswer), [noAnswer])
}
