import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useMemo } from 'react'
import { useQuery } from 'urql'

import type { MessagingTier } from '../../api/generated/graphql.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { planNamesQuery } from './queries.ts'
import { firms } from './words.ts'

export interface FirmValues {
  name: string
  currency: string
  timeZone: string
  // pricingPlanId is null for the default plan.
  pricingPlanId: string | null
  lowBalanceThreshold: number | ''
  messagingTier: MessagingTier
}

// Fields are those of a firm. input returns the properties of a field.
export function Fields({ currency, timeZone, input }: { currency: string; timeZone: string; input: (field: keyof FirmValues) => GetInputPropsReturnType }) {
  const words = { ...useWords(general), ...useWords(firms) }
  const [{ data }] = useQuery({ query: planNamesQuery, requestPolicy: 'cache-and-network' })
  const currencies = useMemo(() => Intl.supportedValuesOf('currency'), [])
  const zones = useMemo(() => [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])].filter(Boolean), [timeZone])
  const plans = data?.pricingPlans?.filter((plan) => plan.currency === currency && plan.isActive) ?? []
  return (
    <>
      <TextInput label={words.name} data-autofocus required {...input('name')} />
      <SimpleGrid cols={2}>
        <Select label={words.currency} data={currencies} searchable required allowDeselect={false} {...input('currency')} />
        <Select label={words.timeZone} data={zones} limit={100} searchable required allowDeselect={false} {...input('timeZone')} />
      </SimpleGrid>
      <Select label={words.plan} placeholder={words.defaultPlan} data={plans.map(({ id, name }) => ({ value: id, label: name }))} clearable {...input('pricingPlanId')} />
      <NumberInput label={words.threshold} description={words.thresholdText} min={0} decimalScale={4} {...input('lowBalanceThreshold')} />
      <Select label={words.tier} data={Object.entries(words.tiers).map(([value, label]) => ({ value, label }))} allowDeselect={false} {...input('messagingTier')} />
    </>
  )
}
