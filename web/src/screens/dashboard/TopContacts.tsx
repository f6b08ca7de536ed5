import { Anchor, Box, Paper, Table, Text, Title } from '@mantine/core'
import { Link } from 'wouter'

import type { DashboardQuery } from '../../api/generated/graphql.ts'
import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { dashboard } from './words.ts'

type Found = NonNullable<DashboardQuery['messagingDashboard']>['topContacts']

export function TopContacts({ contacts }: { contacts: Found }) {
  const words = useWords(dashboard)
  const format = useFormat()
  const can = useCan()
  return (
    <Paper withBorder p="md" component="section" aria-label={words.topContacts}>
      <Title order={2} mb="sm">{words.topContacts}</Title>
      <Box style={{ overflow: 'auto' }} tabIndex={0} role="group" aria-label={words.topContacts}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.person}</Table.Th><Table.Th className="number">{words.sent}</Table.Th><Table.Th className="number">{words.received}</Table.Th>
              <Table.Th className="number">{words.total}</Table.Th><Table.Th>{words.last}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {contacts.map((one) => {
              const name = one.name ?? one.phone ?? words.unknown
              return (
                <Table.Tr key={`${one.contactId} ${one.phone}`}>
                  <Table.Td>
                    {one.contactId && can('Contact:View') ? <Anchor component={Link} href={`/contacts/${one.contactId}`} size="sm">{name}</Anchor> : name}
                    {one.name && one.phone && <Text size="xs" c="dimmed">{one.phone}</Text>}
                  </Table.Td>
                  <Table.Td className="number">{format.number(one.sent)}</Table.Td><Table.Td className="number">{format.number(one.received)}</Table.Td>
                  <Table.Td className="number">{format.number(one.total)}</Table.Td><Table.Td>{format.ago(one.lastMessageAt)}</Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Box>
    </Paper>
  )
}
