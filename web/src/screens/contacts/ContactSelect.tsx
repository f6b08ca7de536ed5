import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useQuery } from 'urql'

import { findContactsQuery } from './find.ts'

// Choice is a contact as it stands in the list.
export interface Choice {
  value: string
  label: string
}

interface Props {
  label: string
  placeholder?: string
  error?: ReactNode
  // chosen is shown in the field. Without it the field is empty again after each choice.
  chosen?: Choice | null
  // without are ids that are not offered.
  without?: readonly string[]
  choose: (contact: Choice | null) => void
}

// ContactSelect finds a contact by its name, phone or e-mail.
export function ContactSelect({ label, placeholder, error, chosen, without = [], choose }: Props) {
  const [typed, setTyped] = useState('')
  const [searchTerm] = useDebouncedValue(typed === chosen?.label ? '' : typed, 150)
  const [{ data }] = useQuery({ query: findContactsQuery, variables: { searchTerm }, requestPolicy: 'cache-and-network' })
  const found = (data?.contactSearch?.items ?? []).filter(({ id }) => !without.includes(id)).map(({ id, firstName, lastName, phones, emails }) => ({
    value: id, label: [`${firstName} ${lastName}`.trim(), phones[0]?.phone ?? emails[0]?.email].filter(Boolean).join(' · '),
  }))
  const choices = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable={chosen !== undefined}
      value={chosen?.value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      data={choices}
      error={error}
      onChange={(id) => {
        choose(choices.find(({ value }) => value === id) ?? null)
        if (chosen === undefined) {
          setTyped('')
        }
      }}
    />
  )
}
