import type { WebhookDeliveryStatus, WebhookStatus } from '../../api/generated/graphql.ts'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { useWords } from '../../words/language.ts'
import { webhooks } from './words.ts'

const colours = { Active: 'pine', Paused: 'gray', Disabled: 'red' } as const
const deliveryColours = { Pending: 'yellow', Delivered: 'pine', Failed: 'red' } as const

export function Status({ status }: { status: WebhookStatus }) {
  const words = useWords(webhooks)
  return <StatusBadge color={colours[status]}>{words.statuses[status]}</StatusBadge>
}

export function DeliveryStatus({ status }: { status: WebhookDeliveryStatus }) {
  const words = useWords(webhooks)
  return <StatusBadge color={deliveryColours[status]}>{words.deliveryStatuses[status]}</StatusBadge>
}
