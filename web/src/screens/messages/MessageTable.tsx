import { Anchor, Table, Text } from '@mantine/core'

import { useAddress } from '../../parts/useAddress.ts'
import { failures } from '../../words/failures.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { Entry } from './queries.ts'
import { Status } from './Status.tsx'
import { messages } from './words.ts'

// MessageTable lists messages. The one that somebody opens is shown at the side.
export function MessageTable({ items }: { items: Entry[] }) {
  const words = useWords(messages)
  const { codes } = useWords(failures)
  const format = useFormat()
  const [, setOpen] = useAddress('open')
  return (
    <Table.ScrollContainer minWidth={860}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.time}</Table.Th><Table.Th>{words.address}</Table.Th><Table.Th>{words.direction}</Table.Th><Table.Th>{words.status}</Table.Th>
            <Table.Th w="38%">{words.content}</Table.Th><Table.Th ta="right">{words.price}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}><Anchor component="button" type="button" size="sm" onClick={() => setOpen(one.id)}>{format.dateTime(one.occurredAt)}</Anchor></Table.Td>
              <Table.Td>{one.address ?? one.phone ?? '–'}</Table.Td>
              <Table.Td>{words.directions[one.direction]}</Table.Td>
              <Table.Td><Status status={one.status} /></Table.Td>
              <Table.Td>
                <Text size="sm" lineClamp={1}>{one.body ?? one.templateName ?? '–'}</Text>
                <Text size="xs" c="dimmed" lineClamp={1}>{[one.channelName, one.campaign, one.errorCode && (codes[one.errorCode] ?? one.errorCode)].filter(Boolean).join(' · ')}</Text>
              </Table.Td>
              <Table.Td className="number">{typeof one.price === 'number' ? format.money(one.price) : ''}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
