import { ActionIcon, Button, Fieldset, Group, NumberInput, Paper, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'

import type { ChannelKind } from '../../api/generated/graphql.ts'
import { PlusIcon, TrashIcon } from '../../shell/icons.tsx'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { countries } from './countries.ts'
import { newLine, type PlanValues } from './prices.ts'
import { categories } from './queries.ts'
import { pricing } from './words.ts'

const kinds: ChannelKind[] = ['WhatsApp', 'Sms', 'Email', 'Sandbox']

// PriceLines has the prices of the categories, and then those for countries and kinds of channels.
export function PriceLines({ form }: { form: UseFormReturnType<PlanValues> }) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const language = useLanguage()
  const places = useMemo(() => countries(language), [language])
  const units = [{ value: 'Message', label: words.units.Message }, { value: 'Segment', label: words.units.Segment }]
  const amounts = (at: number, label: string, of: string) => (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" flex={1} style={{ alignItems: 'end' }}>
      <NumberInput label={label} min={0} decimalScale={4} hideControls {...form.getInputProps(`lines.${at}.unitPrice`)} />
      <Select aria-label={words.unitOf(of)} data={units} allowDeselect={false} {...form.getInputProps(`lines.${at}.unit`)} />
      <NumberInput aria-label={words.freeOf(of)} placeholder={words.freePerMonth} min={0} allowDecimal={false} hideControls {...form.getInputProps(`lines.${at}.freePerMonth`)} />
    </SimpleGrid>
  )
  const { lines } = form.values
  return (
    <>
      <Fieldset legend={words.prices}>
        <Text size="sm" c="dimmed" mb="xs">{words.pricesText}</Text>
        <Stack gap="xs">
          {categories.map((category, at) => <div key={category}>{amounts(at, words.categories[category], words.categories[category])}</div>)}
        </Stack>
      </Fieldset>
      <Fieldset legend={words.specific}>
        <Text size="sm" c="dimmed" mb="xs">{words.specificText}</Text>
        <Stack gap="xs">
          {lines.slice(categories.length).map((line, after) => {
            const at = categories.length + after
            const name = words.specificPrice(String(after + 1))
            return (
              <Paper key={line.key} withBorder p="xs" role="group" aria-label={name}>
                <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" mb="xs">
                  <Select label={words.category} data={categories.map((value) => ({ value, label: words.categories[value] }))} allowDeselect={false} {...form.getInputProps(`lines.${at}.category`)} />
                  <Select label={words.country} placeholder={words.any} data={places} searchable clearable {...form.getInputProps(`lines.${at}.country`)} />
                  <Select label={words.kind} placeholder={words.any} data={kinds.map((value) => ({ value, label: words.kinds[value] }))} clearable {...form.getInputProps(`lines.${at}.kind`)} />
                </SimpleGrid>
                <Group gap="xs" wrap="nowrap" align="end">
                  {amounts(at, words.amount, name)}
                  <ActionIcon variant="subtle" color="gray" aria-label={words.removePrice(name)} onClick={() => form.removeListItem('lines', at)}><TrashIcon size={16} /></ActionIcon>
                </Group>
              </Paper>
            )
          })}
          <Button variant="default" size="compact-sm" leftSection={<PlusIcon size={14} />} style={{ alignSelf: 'start' }} onClick={() => form.insertListItem('lines', newLine('Marketing'))}>{words.addPrice}</Button>
        </Stack>
      </Fieldset>
    </>
  )
}
