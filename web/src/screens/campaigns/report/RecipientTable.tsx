import { Anchor, Table, Text } from '@mantine/core'
import { Link } from 'wouter'

import type { CampaignRecipientState } from '../../../api/generated/graphql.ts'
import { useCan } from '../../../session/me.ts'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import { campaigns } from '../words.ts'
import { reasonText } from './reason.ts'

interface Recipient {
  id: string
  contactId: string
  address?: string | null
  state: CampaignRecipientState
  skipReason?: string | null
  errorCode?: string | null
  price: number
  sentAt?: string | null
  dueAt?: string | null
}

export function RecipientTable({ items }: { items: Recipient[] }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const can = useCan()
  const nothing = <Text span size="sm" c="dimmed">–</Text>
  return (
    <Table.ScrollContainer minWidth={680}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.address}</Table.Th><Table.Th>{words.state}</Table.Th><Table.Th>{words.why}</Table.Th>
            <Table.Th>{words.sentAt}</Table.Th><Table.Th ta="right">{words.price}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((one) => {
            const address = one.address ?? words.noAddress
            const reason = one.skipReason ?? one.errorCode
            const due = one.state === 'Queued' && one.dueAt
            return (
              <Table.Tr key={one.id}>
                <Table.Td>{can('Contact:View') ? <Anchor component={Link} href={`/contacts/${one.contactId}`} size="sm">{address}</Anchor> : address}</Table.Td>
                <Table.Td>{words.states[one.state]}</Table.Td>
                <Table.Td>{reason ? reasonText(one.state, reason, words) : nothing}</Table.Td>
                <Table.Td>{one.sentAt ? format.dateTime(one.sentAt) : due ? <Text span size="sm" c="dimmed">{words.due} {format.dateTime(due)}</Text> : nothing}</Table.Td>
                <Table.Td className="number">{one.state === 'Skipped' ? nothing : format.money(one.price)}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
