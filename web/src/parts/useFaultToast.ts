import { notifications as toasts } from '@mantine/notifications'
import { useCallback } from 'react'
import type { CombinedError } from 'urql'

import { faultOf } from '../api/fault.ts'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

// useFaultText returns a function that shows a text of a fault until somebody closes it: nobody has to read in a hurry.
export function useFaultText(): (message: string) => void {
  const { close } = useWords(general)
  return useCallback(
    (message) => void toasts.show({ color: 'red', message, autoClose: false, withCloseButton: true, closeButtonProps: { 'aria-label': close } }),
    [close],
  )
}

// useFaultToast returns a function that says why a request without a form failed, if it did.
export function useFaultToast(): (result: { error?: CombinedError }) => void {
  const { noAnswer } = useWords(general)
  const show = useFaultText()
  return useCallback(
    ({ error }) => {
      const fault = faultOf(error)
      if (fault) {
        show(fault.message || noAnswer)
      }
    },
    [noAnswer, show],
  )
}
