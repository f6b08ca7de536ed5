import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

import { SearchIcon } from '../shell/icons.tsx'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

// SearchInput searches a moment after the last key. It alone is drawn at each key.
export function SearchInput({ value, search, label }: { value: string; search: (value: string) => void; label?: string }) {
  const words = useWords(general)
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const later = useDebouncedCallback((text: string) => {
    sent.current = text
    search(text)
  }, 150)
  useEffect(() => {
    // The text follows another value, such as that of a filter that was cleared.
    if (value !== sent.current) {
      sent.current = value
      setText(value)
    }
  }, [value])
  return (
    <TextInput
      type="search"
      value={text}
      aria-label={label ?? words.search}
      placeholder={label ?? words.search}
      leftSection={<SearchIcon size={15} />}
      maxLength={200}
      w={{ base: '100%', xs: 260 }}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        later(currentTarget.value)
      }}
    />
  )
}
