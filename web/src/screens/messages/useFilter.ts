import { useSearchParams } from 'wouter'

import type { MessageDirection, MessagePageInput, MessageStatus } from '../../api/generated/graphql.ts'
import { addDays, beginning } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'

const names = ['status', 'direction', 'channel', 'campaign', 'reference', 'phone', 'from', 'to'] as const
type Name = (typeof names)[number]

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

// useFilter keeps in the address which messages are shown.
export function useFilter() {
  const zone = useMe().firm?.timeZone ?? 'UTC'
  const [parameters, setParameters] = useSearchParams()
  const change = (change: (next: URLSearchParams) => void) =>
    setParameters(
      () => {
        const next = new URLSearchParams(location.search)
        change(next)
        return next
      },
      { replace: true },
    )
  const values = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ''])) as Record<Name, string>
  const { status, direction, channel, campaign, reference, phone, from, to } = values
  const input: MessagePageInput = {
    ...(status && { status: status as MessageStatus }),
    ...(direction && { direction: direction as MessageDirection }),
    ...(channel && { channelId: channel }),
    ...(campaign && { campaignId: campaign }),
    ...(reference && { reference }),
    ...(phone && { phone }),
    ...(isDay(from) && { from: beginning(from, zone) }),
    ...(isDay(to) && { to: beginning(addDays(to, 1), zone) }),
  }
  return {
    values,
    input,
    page: Math.max(1, Number.parseInt(parameters.get('page') ?? '') || 1),
    isSet: names.some((name) => values[name] !== ''),
    set: (name: Name, value: string) => change((next) => {
      next.delete('page')
      if (value) {
        next.set(name, value)
      } else {
        next.delete(name)
      }
    }),
    clear: () => change((next) => ['page', ...names].forEach((name) => next.delete(name))),
    show: (page: number) => change((next) => (page > 1 ? next.set('page', String(page)) : next.delete('page'))),
  }
}
