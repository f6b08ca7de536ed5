import { Button, Drawer, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useMemo } from 'react'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { History } from './History.tsx'
import { PriceLines } from './PriceLines.tsx'
import { inputsOf, linesOf, type PlanValues } from './prices.ts'
import { savePricingPlan, type Plan } from './queries.ts'
import { pricing } from './words.ts'

// PlanPanel shows at the side a new plan, or the one that the address says.
export function PlanPanel({ plans }: { plans: Plan[] }) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const can = useCan()
  const [open, setOpen] = useAddress('open')
  const close = () => setOpen('')
  const plan = plans.find(({ id }) => id === open)
  return (
    <Drawer opened={Boolean(open)} onClose={close} position="right" size="lg" title={plan ? words.editTitle(plan.name) : words.newPlan} closeButtonProps={{ 'aria-label': words.close }}>
      <Stack gap="xl">
        {plan || open === 'new' ? <Form key={open} plan={plan} close={close} /> : <Text>{words.gone}</Text>}
        {plan && can('Settings:View') && <History key={plan.id} plan={plan} />}
      </Stack>
    </Drawer>
  )
}

function Form({ plan, close }: { plan: Plan | undefined; close: () => void }) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const currencies = useMemo(() => Intl.supportedValuesOf('currency'), [])
  const before = useMemo(() => linesOf(plan), [plan])
  const form = useForm<PlanValues>({
    initialValues: {
      name: plan?.name ?? '',
      description: plan?.description ?? '',
      currency: plan?.currency ?? 'EUR',
      isDefault: plan?.isDefault ?? false,
      isActive: plan?.isActive ?? true,
      chargeOn: plan?.chargeOn ?? 'Sent',
      lines: before,
    },
  })
  const { submit, fetching, fault } = useSubmit(savePricingPlan, form)
  const save = form.onSubmit(async ({ currency, lines, isDefault, ...values }) => {
    const prices = inputsOf(lines)
    const same = JSON.stringify(prices) === JSON.stringify(inputsOf(before))
    const input = {
      ...values,
      ...(plan ? { id: plan.id } : { currency }),
      // Prices that are sent begin anew, so those that stay are left out.
      ...(!same && { prices }),
      ...(isDefault !== (plan?.isDefault ?? false) && { isDefault }),
    }
    if (await submit({ input })) {
      toasts.show({ message: words.saved })
      close()
    }
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <TextInput label={words.name} data-autofocus required {...form.getInputProps('name')} />
        <Textarea label={words.description} autosize minRows={2} {...form.getInputProps('description')} />
        <Select label={words.currency} description={words.currencyText} data={currencies} disabled={Boolean(plan)} searchable allowDeselect={false} {...form.getInputProps('currency')} />
        <PriceLines form={form} />
        <Select
          label={words.chargeOn}
          description={words.chargeOnText}
          data={[{ value: 'Sent', label: words.chargedOn.Sent }, { value: 'Delivered', label: words.chargedOn.Delivered }]}
          allowDeselect={false}
          {...form.getInputProps('chargeOn')}
        />
        <Switch label={words.isDefault} description={words.isDefaultText} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
        <Switch label={words.isActive} description={words.isActiveText} {...form.getInputProps('isActive', { type: 'checkbox' })} />
        <Button type="submit" loading={fetching} disabled={!form.isDirty()} data-testid="save">{words.save}</Button>
      </Stack>
    </form>
  )
}
