import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'

import { ServerSelect } from '../../parts/ServerSelect.tsx'
import { useWords } from '../../words/language.ts'
import { templateNameQuery, templateNamesQuery } from './queries.ts'
import { campaigns } from './words.ts'

// TemplateSelect finds a template by its name. It needs MessagingTemplate:View.
export function TemplateSelect({ chosen, choose }: { chosen: string; choose: (id: string) => void }) {
  const words = useWords(campaigns)
  const [text, search] = useState('')
  const [searchTerm] = useDebouncedValue(text.trim().replace(/ ·.*$/, ''), 150)
  const [{ data }] = useQuery({ query: templateNamesQuery, variables: { input: { searchTerm: searchTerm || undefined, pageSize: 20 } }, requestPolicy: 'cache-and-network' })
  const found = data?.templates?.items ?? []
  const isFurther = chosen !== '' && !found.some(({ id }) => id === chosen)
  const [further] = useQuery({ query: templateNameQuery, variables: { id: chosen }, pause: !isFurther })
  const other = isFurther ? further.data?.template : undefined
  const choices = (other ? [other, ...found] : found).map(({ id, name, language }) => ({ value: id, label: `${name} · ${language}` }))
  return <ServerSelect label={words.template} placeholder={words.anyTemplate} chosen={chosen} choices={choices} search={search} choose={choose} />
}
