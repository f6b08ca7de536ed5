import { Button, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useMemo, useState } from 'react'
import { useClient } from 'urql'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useOvertaken } from '../../parts/useOvertaken.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { History } from './History.tsx'
import { Overtaken } from './Overtaken.tsx'
import { PriceLines } from './PriceLines.tsx'
import { changedFacts, inputsOf, valuesOf, type PlanValues } from './prices.ts'
import { pricingPlansQuery, savePricingPlan, type Plan } from './queries.ts'
import { pricing } from './words.ts'

// PlanPanel shows at the side a new plan, or the one that the address says.
export function PlanPanel({ plans }: { plans: Plan[] }) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const can = useCan()
  const [open, setOpen] = useAddress('open')
  const close = () => setOpen('')
  const plan = plans.find(({ id }) => id === open)
  return (
    <SidePanel opened={Boolean(open)} onClose={close} size="lg" title={plan ? words.editTitle(plan.name) : words.newPlan}>
      <Stack gap="xl">
        {plan || open === 'new' ? <Form key={open} plan={plan} close={close} /> : <Text>{words.gone}</Text>}
        {plan && can('Settings:View') && <History key={plan.id} plan={plan} />}
      </Stack>
    </SidePanel>
  )
}

function Form({ plan, close }: { plan: Plan | undefined; close: () => void }) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const currencies = useMemo(() => Intl.supportedValuesOf('currency'), [])
  const client = useClient()
  const read = async () => {
    const { data, error } = await client.query(pricingPlansQuery, {}, { requestPolicy: 'network-only' })
    const now = data?.pricingPlans?.find(({ id }) => id === plan?.id)
    return { values: now && valuesOf(now), error }
  }
  const { theirs, reading, check, forget, ...overtaken } = useOvertaken(read, (known, theirs) => changedFacts(known, theirs, theirs).length > 0)
  const [initialValues] = useState(() => valuesOf(plan))
  const form = useForm<PlanValues>({ initialValues })
  const { submit, fetching, fault } = useSubmit(savePricingPlan, form)
  const send = async ({ currency, lines, isDefault, ...values }: PlanValues, known: PlanValues) => {
    if (plan && !(await check(known))) {
      return
    }
    const prices = inputsOf(lines)
    const same = JSON.stringify(prices) === JSON.stringify(inputsOf(known.lines))
    const input = {
      ...values,
      ...(plan ? { id: plan.id } : { currency }),
      // Prices that are sent begin anew, so those that stay are left out.
      ...(!same && { prices }),
      ...(isDefault !== known.isDefault && { isDefault }),
    }
    if (await submit({ input })) {
      toasts.show({ message: words.saved })
      close()
    }
  }
  const save = form.onSubmit((values) => send(values, form.getInitialValues()))
  const take = (values: PlanValues) => {
    form.setInitialValues(values)
    form.setValues(values)
    forget()
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={overtaken.fault ?? fault} />
        {theirs && (
          <Overtaken
            base={form.getInitialValues()}
            theirs={theirs}
            mine={form.values}
            take={() => take(theirs)}
            save={() => {
              form.setInitialValues(theirs)
              forget()
              void send(form.getValues(), theirs)
            }}
          />
        )}
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
        <Button type="submit" loading={fetching || reading} disabled={!form.isDirty() || Boolean(theirs)} data-testid="save">{words.save}</Button>
      </Stack>
    </form>
  )
}
