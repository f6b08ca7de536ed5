import type { OwnFirmQuery, UpdateOwnFirmInput } from '../../api/generated/graphql.ts'
import { changesOf } from '../../parts/changes.ts'

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

// updateInput returns what differs. Null removes the threshold or the quiet hours.
export function updateInput(before: Values, now: Values): UpdateOwnFirmInput {
  return changesOf(inputOf(before), inputOf(now))
}

function inputOf({ hasQuietHours, quietHours, lowBalanceThreshold, ...others }: Values) {
  return { ...others, lowBalanceThreshold: lowBalanceThreshold === '' ? null : Number(lowBalanceThreshold), quietHours: hasQuietHours ? quietHours : null }
}
