import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'

// useKept keeps what is not saved in the tab, so that a reload or another page does not lose it. It returns whether
// the form has what was kept, and a function that forgets it.
export function useKept<Values>(key: string, form: UseFormReturnType<Values>) {
  const [kept, setKept] = useState(false)
  useEffect(() => {
    const found = sessionStorage.getItem(key)
    if (found) {
      form.setValues(JSON.parse(found) as Values)
      setKept(true)
    }
    // What was kept before this form, and not what it keeps itself.
  }, [key])
  const text = form.isDirty() ? JSON.stringify(form.values) : ''
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
