import { Anchor, Group, NativeSelect, Paper, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { usePolling } from '../../parts/usePolling.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Details } from './Details.tsx'
import { webhookDeliveriesQuery, webhookEventTypesQuery, type Delivery, type Webhook } from './queries.ts'
import { DeliveryStatus } from './Status.tsx'
import { webhooks } from './words.ts'

const statuses = ['Pending', 'Delivered', 'Failed'] as const
// look is how often, in seconds, the page looks for new deliveries.
const look = 3

// Deliveries lists what was delivered to a webhook, as it arrives.
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const words = { ...useWords(general), ...useWords(webhooks) }
  const format = useFormat()
  const [chosen, choose] = useAddress('status')
  const [eventType, setType] = useAddress('type')
  const [number, setNumber] = useAddress('page')
  // shown stays when the list has it no more: others arrive, and its status may be filtered out.
  const [shown, setShown] = useState<Delivery>()
  const status = statuses.find((one) => one === chosen)
  const show = (next: number) => setNumber(next > 1 ? String(next) : '')
  const input = { id: webhook.id, page: Math.max(1, Number.parseInt(number) || 1), pageSize: 20, ...(status && { status }), ...(eventType && { eventType }) }
  const [{ data, error }, again] = useQuery({ query: webhookDeliveriesQuery, variables: { input }, requestPolicy: 'cache-and-network' })
  const [types] = useQuery({ query: webhookEventTypesQuery })
  const page = data?.webhookDeliveries
  const offered = (types.data?.webhookEventTypes ?? []).map(({ type }) => type).filter((type) => webhook.eventTypes.length === 0 || webhook.eventTypes.includes(type))
  const listed = page?.items.find((one) => one.id === shown?.id)
  // One that has left the list is looked for among the newest: its next attempt may have changed it.
  const isHidden = Boolean(shown) && !listed
  const [newest, askNewest] = useQuery({ query: webhookDeliveriesQuery, variables: { input: { id: webhook.id, page: 1, pageSize: 100 } }, pause: !isHidden, requestPolicy: 'cache-and-network' })
  const known = listed ?? newest.data?.webhookDeliveries?.items.find((one) => one.id === shown?.id)
  useEffect(() => {
    if (known) {
      setShown(known)
    }
  }, [known])
  usePolling(() => {
    again({ requestPolicy: 'network-only' })
    if (isHidden) {
      askNewest({ requestPolicy: 'network-only' })
    }
  }, look)
  return (
    <Paper withBorder p="md" component="section" aria-label={words.deliveries}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{words.deliveries}</Title>
          <Text size="sm" c="dimmed">{words.deliveriesText}</Text>
        </div>
        <Group gap="sm" align="flex-end">
          <SegmentedControl
            size="xs"
            aria-label={words.status}
            value={status ?? ''}
            onChange={(next) => { choose(next); show(1) }}
            data={[{ value: '', label: words.all }, ...statuses.map((value) => ({ value, label: words.deliveryStatuses[value] }))]}
          />
          <NativeSelect
            size="xs"
            label={words.type}
            value={eventType}
            onChange={(event) => { setType(event.currentTarget.value); show(1) }}
            data={[{ value: '', label: words.anyType }, ...offered]}
          />
        </Group>
        <ErrorText fault={faultOf(error)} />
        {!page && !error && <Rows />}
        {page?.totalCount === 0 && <Empty title={words.noDeliveries}>{status || eventType ? words.noDeliveriesFiltered : words.noDeliveriesText}</Empty>}
        {page && page.items.length > 0 && (
          <Table.ScrollContainer minWidth={640}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.type}</Table.Th><Table.Th>{words.status}</Table.Th><Table.Th className="number">{words.attempts}</Table.Th>
                  <Table.Th className="number">{words.answer}</Table.Th><Table.Th>{words.nextAttempt}</Table.Th><Table.Th>{words.time}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {page.items.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td><Anchor component="button" type="button" size="sm" onClick={() => setShown(one)}>{one.eventType}</Anchor></Table.Td>
                    <Table.Td><DeliveryStatus status={one.status} /></Table.Td>
                    <Table.Td className="number">{one.attempts}</Table.Td>
                    <Table.Td className="number">{one.responseStatus ?? words.noAnswer}</Table.Td>
                    <Table.Td>{one.nextAttemptAt ? format.dateTime(one.nextAttemptAt) : ''}</Table.Td>
                    <Table.Td>{format.dateTime(one.createdAt)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {page && <Pages page={page.page} pageSize={page.pageSize} total={page.totalCount} count={page.items.length} show={show} />}
      </Stack>
      <SidePanel opened={Boolean(shown)} onClose={() => setShown(undefined)} title={words.details(shown?.eventType ?? '')}>
        {shown && <Details webhook={webhook.id} delivery={shown} changed={(now) => setShown((before) => before && before.id === now.id ? { ...before, ...now } : before)} />}
      </SidePanel>
    </Paper>
  )
}
