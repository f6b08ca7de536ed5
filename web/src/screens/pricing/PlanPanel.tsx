import { Button, Drawer, Fieldset, NumberInput, Select, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
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
import { categories, savePricingPlan, type Plan } from './queries.ts'
import { pricing } from './words.ts'

// PlanPanel shows at the side a new plan, or the one that the address says.
export function PlanPanel({ plans }: { plans: Plan[] }) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const can = useCan()
  const [open, setOpen] = useAddress('open')
  const close = () => setOpen('')
  const plan = plans.find(({ id }) => id === open)
  return (
    <Drawer opened={Boolean(open)} onClose={close} position="right" title={plan ? words.editTitle(plan.name) : words.newPlan} closeButtonProps={{ 'aria-label': words.close }}>
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
  const priceOf = (category: string) => plan?.prices.find((price) => price.category === category)?.unitPrice ?? ''
  const form = useForm({
    initialValues: {
      name: plan?.name ?? '',
      description: plan?.description ?? '',
      currency: plan?.currency ?? 'EUR',
      isDefault: plan?.isDefault ?? false,
      isActive: plan?.isActive ?? true,
      amounts: categories.map((category) => priceOf(category) as number | ''),
    },
  })
  const { submit, fetching, fault } = useSubmit(savePricingPlan, form)
  const save = form.onSubmit(async ({ currency, amounts, isDefault, ...values }) => {
    const prices = categories.flatMap((category, at) => (amounts[at] === '' ? [] : [{ category, unitPrice: Number(amounts[at]) }]))
    const same = categories.every((category, at) => amounts[at] === priceOf(category))
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
        <Fieldset legend={words.prices}>
          <Text size="sm" c="dimmed" mb="xs">{words.pricesText}</Text>
          <SimpleGrid cols={2}>
            {categories.map((category, at) => (
              <NumberInput key={category} label={words.categories[category]} min={0} decimalScale={4} hideControls {...form.getInputProps(`amounts.${at}`)} />
            ))}
          </SimpleGrid>
        </Fieldset>
        <Switch label={words.isDefault} description={words.isDefaultText} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
        <Switch label={words.isActive} description={words.isActiveText} {...form.getInputProps('isActive', { type: 'checkbox' })} />
        <Button type="submit" loading={fetching} disabled={!form.isDirty()} data-testid="save">{words.save}</Button>
      </Stack>
    </form>
  )
}
