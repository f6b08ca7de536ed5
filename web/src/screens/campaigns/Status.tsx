import { Badge } from '@mantine/core'

import type { CampaignStatus } from '../../api/generated/graphql.ts'
import { useWords } from '../../words/language.ts'
import { campaigns } from './words.ts'

const colours: Record<CampaignStatus, string> = {
  Draft: 'gray', Scheduled: 'blue', Preparing: 'blue', Running: 'blue', Paused: 'yellow', Completed: 'pine', Cancelled: 'gray', Failed: 'red',
}

export function Status({ status }: { status: CampaignStatus }) {
  const words = useWords(campaigns)
  return <Badge variant="light" color={colours[status]} autoContrast miw="max-content">{words.statuses[status]}</Badge>
}
