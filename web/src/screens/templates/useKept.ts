import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'

// useKept keeps what is not saved in the tab, with what it began with, so that a reload or another page does not lose it. It returns whether
// the form has what was kept, and a function that forgets it.
export function useKept<Values>(key: string, form: UseFormReturnType<Values>) {
  const [kept, setKept] = useState(false)
  useEffect(() => {
    const found = read<Values>(key)
    if (found) {
      form.setInitialValues(found.before)
      form.setValues(found.values)
      setKept(true)
    }
    // What was kept before this form, and not what it keeps itself.
  }, [key])
  const text = form.isDirty() ? JSON.stringify({ before: form.getInitialValues(), values: form.values }) : ''
  useEffect(() => {
    if (text) {
      sessionStorage.setItem(key, text)
    } else {
      sessionStorage.removeItem(key)
    }
  }, [key, text])
  const forget = () => {
    sessionStorage.removeItem(key)
    setKept(false)
  }
  return { kept, forget }
}

// read returns what was kept, unless another version of the console has kept it.
function read<Values>(key: string): { before: Values; values: Values } | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<{ before: Values; values: Values }>
    return found.before && found.values && { before: found.before, values: found.values }
  } catch {
    return undefined
  }
}
