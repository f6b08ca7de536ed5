import { NativeSelect } from '@mantine/core'

import { languages, setLanguage, useLanguage, useWords, type Language } from '../words/language.ts'
import { session } from '../words/session.ts'

export function LanguageChoice() {
  const words = useWords(session)
  return (
    <NativeSelect
      size="xs"
      aria-label={words.language}
      value={useLanguage()}
      onChange={(event) => setLanguage(event.currentTarget.value as Language)}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
    />
  )
}
