import { Button, Input, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { clockOf, timeOf } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { replayWebhook, type Webhook } from './queries.ts'
import { Types } from './Types.tsx'
import { webhooks } from './words.ts'

const hour = 3_600_000

// Replay delivers past events again, by default those of the last hour.
export function Replay({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const words = useWords(webhooks)
  const zone = useMe().firm?.timeZone ?? 'UTC'
  const form = useForm({ initialValues: { since: clockOf(new Date(Date.now() - hour).toISOString(), zone), until: '', eventTypes: [] as string[] } })
  const { submit, fetching, fault } = useSubmit(replayWebhook, form)
  const replay = form.onSubmit(async ({ since, until, eventTypes }) => {
    const input = { id: webhook.id, since: timeOf(since, zone), ...(until && { until: timeOf(until, zone) }), ...(eventTypes.length > 0 && { eventTypes }) }
    if (await submit({ input })) {
      toasts.show({ message: words.replayed })
      close()
    }
  })
  return (
    <form onSubmit={replay}>
      <Stack>
        <ErrorText fault={fault} />
        <Text size="sm">{words.replayText}</Text>
        <TextInput type="datetime-local" label={words.since(zone)} required data-autofocus {...form.getInputProps('since')} />
        <TextInput type="datetime-local" label={words.until(zone)} description={words.untilText} {...form.getInputProps('until')} />
        <Stack component="fieldset" gap="sm" p={0} m={0} bd={0} miw={0}>
          <Input.Label component="legend" p={0}>{words.replayTypes}</Input.Label>
          <Input.Description>{words.replayTypesText}</Input.Description>
          <Types value={form.values.eventTypes} choose={(types) => form.setFieldValue('eventTypes', types)} among={webhook.eventTypes} />
        </Stack>
        <Button type="submit" loading={fetching} data-testid="confirm">{words.replay}</Button>
      </Stack>
    </form>
  )
}
