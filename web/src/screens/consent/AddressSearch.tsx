import { ActionIcon, Group, TextInput } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'

import { SearchIcon } from '../../shell/icons.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { consent } from './words.ts'

// AddressSearch finds an address that is typed whole: a part of one would be another person's.
export function AddressSearch({ value, search, error }: { value: string; search: (address: string) => void; error?: string }) {
  const words = { ...useWords(general), ...useWords(consent) }
  const [typed, setTyped] = useState(value)
  // The address may change elsewhere, as by the way back. The field stays, and what has the focus.
  useEffect(() => setTyped(value), [value])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(typed.trim())
  }
  return (
    <form onSubmit={submit} role="search">
      <Group gap={6} wrap="nowrap" align="flex-start">
        <TextInput
          type="search"
          aria-label={words.searchAddress}
          placeholder={words.searchAddress}
          maxLength={320}
          w={{ base: '100%', xs: 300 }}
          value={typed}
          error={error}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            if (!currentTarget.value) {
              search('')
            }
          }}
        />
        <ActionIcon type="submit" variant="default" size={36} aria-label={words.search}><SearchIcon size={16} /></ActionIcon>
      </Group>
    </form>
  )
}
