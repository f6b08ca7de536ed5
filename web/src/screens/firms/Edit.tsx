import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'

import { changesOf } from '../../parts/changes.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Fields, type FirmValues } from './Fields.tsx'
import { updateFirm, type Firm } from './queries.ts'

// Edit changes a firm. It sends what has changed alone.
export function Edit({ firm, close }: { firm: Firm; close: () => void }) {
  const words = useWords(general)
  const { name, currency, timeZone, pricingPlanId, messagingTier } = firm
  const stored: FirmValues = { name, currency, timeZone, pricingPlanId, lowBalanceThreshold: firm.lowBalanceThreshold ?? '', messagingTier }
  const form = useForm({ initialValues: stored })
  const before = useFresh(form, stored)
  const { submit, fetching, fault } = useSubmit(updateFirm, form)
  const save = form.onSubmit(async (values) => {
    const { lowBalanceThreshold, ...changes } = changesOf(before, values)
    const threshold = lowBalanceThreshold === undefined ? {} : { lowBalanceThreshold: lowBalanceThreshold === '' ? null : lowBalanceThreshold }
    if (await submit({ input: { id: firm.id, ...changes, ...threshold } })) {
      toasts.show({ message: words.saved })
      close()
    }
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <Fields currency={form.values.currency} timeZone={form.values.timeZone} input={form.getInputProps} />
        <Button type="submit" loading={fetching} disabled={!form.isDirty()} data-testid="save">{words.save}</Button>
      </Stack>
    </form>
  )
}
