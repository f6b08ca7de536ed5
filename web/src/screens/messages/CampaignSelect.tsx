import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'

import { ServerSelect } from '../../parts/ServerSelect.tsx'
import { useWords } from '../../words/language.ts'
import { messageCampaignQuery, messageCampaignsQuery } from './queries.ts'
import { messages } from './words.ts'

// CampaignSelect finds a campaign by its name. It needs MessagingCampaign:View.
export function CampaignSelect({ chosen, choose }: { chosen: string; choose: (id: string) => void }) {
  const words = useWords(messages)
  const [text, search] = useState('')
  const [searchTerm] = useDebouncedValue(text, 150)
  const [{ data }] = useQuery({ query: messageCampaignsQuery, variables: { input: { searchTerm: searchTerm || undefined, pageSize: 20 } }, requestPolicy: 'cache-and-network' })
  const found = data?.campaigns?.items ?? []
  const isFurther = chosen !== '' && !found.some(({ id }) => id === chosen)
  const [further] = useQuery({ query: messageCampaignQuery, variables: { id: chosen }, pause: !isFurther })
  const other = isFurther ? further.data?.campaign : undefined
  const choices = (other ? [other, ...found] : found).map(({ id, name }) => ({ value: id, label: name }))
  return <ServerSelect label={words.campaign} placeholder={words.anyCampaign} maw={200} chosen={chosen} choices={choices} search={search} choose={choose} />
}
