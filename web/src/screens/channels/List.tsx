import { Anchor, Badge, Button, Group, Paper, Table, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { PlusIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { channelsQuery, type ListedChannel } from './queries.ts'
import { Status } from './Status.tsx'
import { channels } from './words.ts'

// List shows the channels of the firm, except for those that are being deleted.
export function List({ hidden }: { hidden: ReadonlySet<string> }) {
  const words = { ...useWords(general), ...useWords(channels) }
  const title = useWords(screenNames).channels
  const [{ data, error }, again] = useQuery({ query: channelsQuery, requestPolicy: 'cache-and-network' })
  const shown = data?.channels?.filter(({ id }) => !hidden.has(id))
  const connect = <Button component={Link} href="/channels/new" leftSection={<PlusIcon size={15} />} data-testid="new-channel">{words.connect}</Button>
  return (
    <Page title={title} text={words.text} actions={connect}>
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!shown && !error && <Rows />}
      {shown?.length === 0 && (
        <Empty title={words.empty}>
          {words.emptyText}
          <div><Button component={Link} href="/channels/new?kind=Sandbox" variant="default" mt="sm">{words.trySandbox}</Button></div>
        </Empty>
      )}
      {shown && shown.length > 0 && <ChannelTable rows={shown} />}
    </Page>
  )
}

function ChannelTable({ rows }: { rows: ListedChannel[] }) {
  const words = { ...useWords(general), ...useWords(channels) }
  const format = useFormat()
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={680}>
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.name}</Table.Th><Table.Th>{words.kind}</Table.Th><Table.Th>{words.sender}</Table.Th><Table.Th>{words.status}</Table.Th>
              <Table.Th className="number">{words.perSecond}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  <Group gap="xs">
                    <Anchor component={Link} href={`/channels/${row.id}`} size="sm" fw={550}>{row.name}</Anchor>
                    {row.isDefault && <Badge variant="default" size="sm" title={words.defaultText}>{words.default}</Badge>}
                  </Group>
                </Table.Td>
                <Table.Td>{words.kinds[row.kind]}</Table.Td>
                <Table.Td>{row.sender}</Table.Td>
                <Table.Td>
                  <Status status={row.status} />
                  {row.statusReason && <Text size="xs" c="dimmed">{row.statusReason}</Text>}
                </Table.Td>
                <Table.Td className="number">{format.number(row.messagesPerSecond)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
