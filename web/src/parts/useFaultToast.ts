import { notifications as toasts } from '@mantine/notifications'
import { useCallback } from 'react'
import type { CombinedError } from 'urql'

import { faultOf } from '../api/fault.ts'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

// useFaultToast returns a function that says why a request without a form failed, if it did.
export function useFaultToast(): (result: { error?: CombinedError }) => void {
  const { noAnswer } = useWords(general)
  return useCallback(
    ({ error }) => {
      const fault = faultOf(error)
      if (fault) {
        toasts.show({ color: 'red', message: fault.message || noAnswer })
      }
    },
    [noAnswer],
  )
}
