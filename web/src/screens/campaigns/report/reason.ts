import type { CampaignWords } from '../words.ts'

interface Refused {
  skipReason?: string | null
  errorCode?: string | null
}

// keyOf returns the reason why a recipient got no message as the API writes it.
export function keyOf({ skipReason, errorCode }: Refused): string {
  return skipReason ?? errorCode ?? ''
}

// reasonOf says why a recipient got no message, if it got none.
export function reasonOf({ skipReason, errorCode }: Refused, words: CampaignWords): string | undefined {
  if (skipReason) {
    const name = `${skipReason[0]?.toLowerCase()}${skipReason.slice(1)}`
    return words.skips[name as keyof CampaignWords['skips']] ?? skipReason
  }
  return errorCode ? (words.failures[errorCode] ?? errorCode) : undefined
}
