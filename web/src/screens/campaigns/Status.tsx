import { Badge } from '@mantine/core'

import type { CampaignStatus } from '../../api/generated/graphql.ts'
import { useWords } from '../../words/language.ts'
import { campaigns } from './words.ts'

const colours: Record<CampaignStatus, string> = {
  Draft: 'gray', Scheduled: 'blue', Preparing: 'blue', Running: 'blue', Paused: 'yellow', Completed: 'pine', Cancelled: 'gray', Failed: 'red',
}

// Status says how far it is. Yellow text on its own tint has too little contrast.
export function Status({ status }: { status: CampaignStatus }) {
  const words = useWords(campaigns)
  return <Badge variant="light" color={colours[status]} autoContrast miw="max-content" c={colours[status] === 'yellow' ? 'var(--mantine-color-text)' : undefined}>{words.statuses[status]}</Badge>
}
