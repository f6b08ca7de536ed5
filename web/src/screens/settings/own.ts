import type { OwnFirmQuery, UpdateOwnFirmInput } from '../../api/generated/graphql.ts'
import { changesOf, clashesOf, mergedOf } from '../../parts/changes.ts'

type Firm = NonNullable<OwnFirmQuery['ownFirm']>

// Values are those of the form of the own firm.
export interface Values {
  name: string
  timeZone: string
  lowBalanceThreshold: number | string
  requireOptIn: boolean
  requireMfa: boolean
  optOutWords: string[]
  postalAddress: string
  hasQuietHours: boolean
  quietHours: { from: string; to: string }
}

export function valuesOf(firm: Omit<Firm, 'id' | 'updatedAt' | 'currency'>): Values {
  const { name, timeZone, lowBalanceThreshold, requireOptIn, requireMfa, optOutWords, postalAddress, quietHours } = firm
  return {
    name, timeZone, lowBalanceThreshold: lowBalanceThreshold ?? '', requireOptIn, requireMfa, optOutWords, postalAddress,
    hasQuietHours: Boolean(quietHours), quietHours: quietHours ? { from: quietHours.from, to: quietHours.to } : { from: '21:00', to: '08:00' },
  }
}

// clashes returns what both a form and somebody else have changed, to what can't be merged.
export function clashes(before: Values, theirs: Values, mine: Values) {
  return clashesOf(inputOf(before), inputOf(theirs), inputOf(mine))
}

// merged returns what somebody else has saved, with what a form has changed since it began.
export function merged(before: Values, theirs: Values, mine: Values): Values {
  return valuesOf(mergedOf(inputOf(before), inputOf(theirs), inputOf(mine)))
}

// updateInput returns what differs. Null removes the threshold or the quiet hours.
export function updateInput(before: Values, now: Values): UpdateOwnFirmInput {
  return changesOf(inputOf(before), inputOf(now))
}

function inputOf({ hasQuietHours, quietHours, lowBalanceThreshold, ...others }: Values) {
  return { ...others, lowBalanceThreshold: lowBalanceThreshold === '' ? null : Number(lowBalanceThreshold), quietHours: hasQuietHours ? quietHours : null }
}
