import type { CampaignStatus } from '../../api/generated/graphql.ts'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { useWords } from '../../words/language.ts'
import { campaigns } from './words.ts'

const colours: Record<CampaignStatus, string> = {
  Draft: 'gray', Scheduled: 'blue', Preparing: 'blue', Running: 'blue', Paused: 'yellow', Completed: 'pine', Cancelled: 'gray', Failed: 'red',
}

// Status says how far it is.
export function Status({ status }: { status: CampaignStatus }) {
  const words = useWords(campaigns)
  return <StatusBadge color={colours[status]}>{words.statuses[status]}</StatusBadge>
}
