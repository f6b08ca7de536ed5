import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

import { SearchIcon } from '../shell/icons.tsx'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

// SearchInput searches a moment after the last key.
export function SearchInput({ value, search, label }: { value: string; search: (value: string) => void; label?: string }) {
  const words = useWords(general)
  const [text, setText] = useState(value)
  const later = useDebouncedCallback(search, 250)
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
