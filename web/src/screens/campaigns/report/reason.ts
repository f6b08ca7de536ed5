import type { CampaignWords } from '../words.ts'

// reasonOf says why a recipient got no message, if it got none.
export function reasonOf({ skipReason, errorCode }: { skipReason?: string | null; errorCode?: string | null }, words: CampaignWords): string | undefined {
  if (skipReason) {
    const name = `${skipReason[0]?.toLowerCase()}${skipReason.slice(1)}`
    return words.skips[name as keyof CampaignWords['skips']] ?? skipReason
  }
  return errorCode ? (words.failures[errorCode] ?? errorCode) : undefined
}
