import { Button, Code, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { retryWebhookDelivery, type Delivery } from './queries.ts'
import { DeliveryStatus } from './Status.tsx'
import { webhooks } from './words.ts'

interface Props {
  webhook: string
  delivery: Delivery
  // changed takes what a delivery is after an attempt.
  changed: (now: Omit<Delivery, 'eventId' | 'eventType' | 'createdAt'>) => void
}

// Details shows a delivery with the answer of the receiver, and makes another attempt.
export function Details({ webhook, delivery, changed }: Props) {
  const words = useWords(webhooks)
  const format = useFormat()
  const { submit, fetching, fault } = useSubmit(retryWebhookDelivery)
  const retry = async () => {
    const data = await submit({ input: { id: webhook, deliveryId: delivery.id } })
    if (data) {
      changed(data.retryWebhookDelivery)
      toasts.show({ message: words.retried })
    }
  }
  const facts: [string, React.ReactNode][] = [
    [words.status, <DeliveryStatus status={delivery.status} />],
    [words.attempts, format.number(delivery.attempts)],
    [words.answer, delivery.responseStatus ?? words.noAnswer],
    [words.nextAttempt, delivery.nextAttemptAt ? format.dateTime(delivery.nextAttemptAt) : words.noAnswer],
    [words.time, format.dateTime(delivery.createdAt)],
    [words.event, delivery.eventId],
  ]
  return (
    <Stack>
      <ErrorText fault={fault} />
      <SimpleGrid cols={2} component="dl" m={0}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">{name}</Text>
            <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>{fact}</Text>
          </div>
        ))}
      </SimpleGrid>
      <div>
        <Title order={2} mb={4} size="h5">{words.firstKiB}</Title>
        <Code block data-testid="delivery-answer" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{delivery.responseBody || words.nothing}</Code>
      </div>
      <Button variant="default" loading={fetching} onClick={() => void retry()}>{words.retry}</Button>
    </Stack>
  )
}
