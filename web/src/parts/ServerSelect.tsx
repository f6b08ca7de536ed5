import { Select } from '@mantine/core'

import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

// Choice is something to choose from a list.
export interface Choice {
  value: string
  label: string
}

interface Props {
  label: string
  placeholder: string
  maw?: number
  // chosen is the id that was chosen, or empty. Its name is in choices once it is read.
  chosen: string
  choices: Choice[]
  search: (text: string) => void
  choose: (id: string) => void
}

// ServerSelect chooses one of many, which the server searches. What was chosen can be taken away.
export function ServerSelect({ label, placeholder, maw, chosen, choices, search, choose }: Props) {
  const words = useWords(general)
  const name = choices.find(({ value }) => value === chosen)?.label
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      maw={maw}
      data={choices}
      value={chosen || null}
      onChange={(id) => choose(id ?? '')}
      // The name of what was chosen is no search.
      onSearchChange={(text) => search(text === name ? '' : text)}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={words.nothingFound}
      searchable
      clearable
    />
  )
}
