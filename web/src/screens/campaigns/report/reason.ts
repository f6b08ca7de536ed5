import type { CampaignRecipientState } from '../../../api/generated/graphql.ts'
import type { CampaignWords } from '../words.ts'

// reasonText says why recipients in a state got no message, by the reason as the API writes it.
export function reasonText(state: CampaignRecipientState, reason: string, words: CampaignWords): string {
  if (state !== 'Skipped') {
    return words.failures[reason] ?? reason
  }
  const name = `${reason[0]?.toLowerCase()}${reason.slice(1)}`
  return words.skips[name as keyof CampaignWords['skips']] ?? reason
}
