import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'

// useFresh gives a form the values that others have saved, and keeps what somebody types in it. It returns the values that
// the form began with, so that only what was typed is sent. Call form.resetDirty once the form was saved.
export function useFresh<Values>(form: UseFormReturnType<Values>, values: Values): Values {
  // known are the values that the form was last given.
  const [known, setKnown] = useState(values)
  const text = JSON.stringify(values)
  const isDirty = form.isDirty()
  useEffect(() => {
    if (!isDirty && text !== JSON.stringify(known)) {
      form.setInitialValues(values)
      form.setValues(values)
      setKnown(values)
    }
  }, [isDirty, text])
  return form.getInitialValues()
}
