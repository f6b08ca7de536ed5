import { Button, Group, NumberInput, Paper, Select, SimpleGrid, Stack, Switch, TagsInput, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useMemo } from 'react'
import { useClient, useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import type { OwnFirmQuery } from '../../api/generated/graphql.ts'
import { Conflict } from '../../parts/Conflict.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useOvertaken } from '../../parts/useOvertaken.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { clashes, merged, updateInput, valuesOf, type Values } from './own.ts'
import { ownFirmQuery, updateOwnFirm } from './queries.ts'
import { settings } from './words.ts'

// Messaging is what the firm decides about its name and its messages.
export function Messaging() {
  const words = useWords(settings)
  const [{ data, error }] = useQuery({ query: ownFirmQuery, requestPolicy: 'cache-and-network' })
  const firm = data?.ownFirm
  return (
    <Paper withBorder p="md" component="section" aria-label={words.messaging}>
      <Title order={2}>{words.messaging}</Title>
      <Text size="sm" c="dimmed" mb="sm">{words.messagingText}</Text>
      {firm ? <Form firm={firm} /> : error ? <ErrorText fault={faultOf(error)} /> : <Rows count={6} />}
    </Paper>
  )
}

function Form({ firm }: { firm: NonNullable<OwnFirmQuery['ownFirm']> }) {
  const words = { ...useWords(general), ...useWords(settings) }
  const zones = useMemo(() => [...new Set(['UTC', firm.timeZone, ...Intl.supportedValuesOf('timeZone')])], [firm.timeZone])
  const form = useForm({ initialValues: valuesOf(firm) })
  const base = useFresh(form, valuesOf(firm))
  const { submit, fetching, fault } = useSubmit(updateOwnFirm, form)
  const client = useClient()
  const read = async () => {
    const { data, error } = await client.query(ownFirmQuery, {}, { requestPolicy: 'network-only' })
    return { values: data?.ownFirm ? valuesOf(data.ownFirm) : undefined, error }
  }
  const { theirs, reading, check, forget, ...overtaken } = useOvertaken(read, (known, theirs) => clashes(known, theirs, form.getValues()).length > 0)
  const send = async (values: Values, known: Values) => {
    const now = await check(known)
    if (now && (await submit({ input: updateInput(now, merged(known, now, values)) }))) {
      form.resetDirty(values) // Not what was typed meanwhile.
      toasts.show({ message: words.saved })
    }
  }
  const show = (values: Values) => {
    form.setInitialValues(theirs ?? values)
    form.setValues(values)
    forget()
  }
  const mine = theirs && merged(base, theirs, form.values)
  const textOf = ({ hasQuietHours, quietHours, ...values }: Values, field: ReturnType<typeof clashes>[number]) => {
    switch (field) {
      case 'quietHours':
        return hasQuietHours ? `${quietHours.from}–${quietHours.to}` : ''
      case 'optOutWords':
        return values.optOutWords.join(', ')
      default:
        return String(values[field])
    }
  }
  const labels = { ...words, lowBalanceThreshold: words.threshold, quietHours: words.hasQuietHours }
  return (
    <form onSubmit={form.onSubmit((values) => send(values, base))} noValidate>
      <Stack>
        <ErrorText fault={overtaken.fault ?? fault} />
        {theirs && mine && (
          <Conflict
            differences={clashes(base, theirs, mine).map((field) => ({ label: labels[field], theirs: textOf(theirs, field), mine: textOf(mine, field) }))}
            take={() => show(theirs)}
            save={() => {
              show(mine)
              void send(mine, theirs)
            }}
          />
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="md">
          <TextInput label={words.name} description={words.nameText} maxLength={200} required {...form.getInputProps('name')} />
          <Select label={words.timeZone} description={words.timeZoneText} data={zones} limit={100} searchable allowDeselect={false} {...form.getInputProps('timeZone')} />
          <NumberInput label={words.threshold} description={words.thresholdText} min={0} decimalScale={4} suffix={` ${firm.currency}`} {...form.getInputProps('lowBalanceThreshold')} />
          <TagsInput label={words.optOutWords} description={words.optOutWordsText} maxTags={50} splitChars={[',', ';']} {...form.getInputProps('optOutWords')} />
          <Textarea label={words.postalAddress} description={words.postalAddressText} autosize minRows={2} maxLength={500} {...form.getInputProps('postalAddress')} />
          <Stack gap="sm">
            <Switch label={words.requireOptIn} description={words.requireOptInText} {...form.getInputProps('requireOptIn', { type: 'checkbox' })} />
            <Switch label={words.requireMfa} description={words.requireMfaText} {...form.getInputProps('requireMfa', { type: 'checkbox' })} />
            <Switch label={words.hasQuietHours} description={words.quietHoursText} {...form.getInputProps('hasQuietHours', { type: 'checkbox' })} />
            {form.values.hasQuietHours && (
              <Group gap="sm">
                <TextInput type="time" label={words.from} {...form.getInputProps('quietHours.from')} />
                <TextInput type="time" label={words.to} {...form.getInputProps('quietHours.to')} />
              </Group>
            )}
          </Stack>
        </SimpleGrid>
        <Group><Button type="submit" loading={fetching || reading} disabled={Object.keys(updateInput(base, form.values)).length === 0 || Boolean(theirs)} data-testid="save">{words.save}</Button></Group>
      </Stack>
    </form>
  )
}
