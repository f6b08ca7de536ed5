import { Button, Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { HandOver } from '../../parts/HandOver.tsx'
import { newPassword } from '../../parts/password.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Fields, type FirmValues } from './Fields.tsx'
import { createFirm } from './queries.ts'
import { firms } from './words.ts'

// Create makes a firm with its owner, whose password is made here and shown once.
export function Create({ close }: { close: () => void }) {
  const words = { ...useWords(general), ...useWords(firms) }
  const [made, setMade] = useState<{ name: string; email: string; password: string }>()
  const empty: FirmValues = {
    name: '', currency: 'EUR', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, pricingPlanId: null, lowBalanceThreshold: '', messagingTier: 'Tier250',
  }
  const form = useForm({ initialValues: { ...empty, owner: { firstName: '', lastName: '', email: '' } } })
  const { submit, fetching, fault } = useSubmit(createFirm, form)
  const create = form.onSubmit(async ({ owner, pricingPlanId, lowBalanceThreshold, ...firm }) => {
    const password = newPassword()
    const input = {
      ...firm,
      ...(pricingPlanId && { pricingPlanId }),
      ...(lowBalanceThreshold !== '' && { lowBalanceThreshold }),
      owner: { ...owner, password },
    }
    if (await submit({ input })) {
      setMade({ name: `${owner.firstName} ${owner.lastName}`, email: owner.email, password })
    }
  })
  if (made) {
    return <HandOver {...made} title={words.createdTitle(made.name)} close={close} />
  }
  return (
    <form onSubmit={create} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <Fields currency={form.values.currency} timeZone={form.values.timeZone} input={form.getInputProps} />
        <Fieldset legend={words.owner}>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">{words.ownerText}</Text>
            <SimpleGrid cols={2}>
              <TextInput label={words.firstName} required {...form.getInputProps('owner.firstName')} />
              <TextInput label={words.lastName} required {...form.getInputProps('owner.lastName')} />
            </SimpleGrid>
            <TextInput label={words.email} type="email" autoComplete="off" required {...form.getInputProps('owner.email')} />
          </Stack>
        </Fieldset>
        <Button type="submit" loading={fetching} data-testid="save">{words.create}</Button>
      </Stack>
    </form>
  )
}
