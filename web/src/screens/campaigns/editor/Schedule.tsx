import { Group, NativeSelect, NumberInput, SegmentedControl, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useQuery } from 'urql'

import { addDays, today } from '../../../parts/zone.ts'
import { useWords } from '../../../words/language.ts'
import { ownFirmQuery } from '../../settings/queries.ts'
import { campaigns } from '../words.ts'
import type { CampaignForm } from './values.ts'

// Schedule says when a campaign begins, when it sends nothing, and how fast it is.
export function Schedule({ form, zone, readOnly }: { form: CampaignForm; zone: string; readOnly: boolean }) {
  const words = useWords(campaigns)
  const { scheduledAt, ownQuietHours } = form.values
  const [{ data }] = useQuery({ query: ownFirmQuery, requestPolicy: 'cache-and-network' })
  const quiet = data?.ownFirm?.quietHours
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.when}
        value={scheduledAt ? 'later' : 'now'}
        readOnly={readOnly}
        onChange={(next) => form.setFieldValue('scheduledAt', next === 'later' ? `${addDays(today(zone), 1)}T09:00` : '')}
        data={[{ value: 'now', label: words.now }, { value: 'later', label: words.atTime }]}
        size="xs"
        w="fit-content"
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {scheduledAt && <TextInput type="datetime-local" label={words.scheduledAt(zone)} readOnly={readOnly} required {...form.getInputProps('scheduledAt')} />}
        <NativeSelect
          label={words.clocks}
          description={words.clocksText}
          disabled={readOnly}
          data={[{ value: 'Firm', label: words.firmClock }, { value: 'Recipient', label: words.recipientClock }]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('timeZone')}
        />
        <NumberInput
          label={words.speed}
          description={words.speedText}
          min={1}
          max={10000}
          allowDecimal={false}
          readOnly={readOnly}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('messagesPerSecond')}
        />
      </SimpleGrid>
      <Switch
        label={words.ownQuietHours}
        description={words.quietText(quiet ? `${quiet.from}–${quiet.to}` : '')}
        disabled={readOnly}
        {...form.getInputProps('ownQuietHours', { type: 'checkbox' })}
      />
      {ownQuietHours && (
        <Group gap="sm">
          <TextInput type="time" label={words.from} readOnly={readOnly} {...form.getInputProps('quietHours.from')} />
          <TextInput type="time" label={words.to} readOnly={readOnly} {...form.getInputProps('quietHours.to')} />
        </Group>
      )}
    </Stack>
  )
}
