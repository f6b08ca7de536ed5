import { ActionIcon, Anchor, Menu, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from 'urql'
import { Link } from 'wouter'

import type { CampaignsQuery } from '../../api/generated/graphql.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { useCan } from '../../session/me.ts'
import { MoreIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Bar } from './Bar.tsx'
import { deleteCampaign, templateNameQuery } from './queries.ts'
import { Status } from './Status.tsx'
import { campaigns } from './words.ts'

type Item = NonNullable<CampaignsQuery['campaigns']>['items'][number]
type Channels = { id: string; name: string }[]

// CampaignTable lists campaigns. One that is being deleted is gone from it, and comes back when that is undone.
export function CampaignTable({ items, channels }: { items: Item[]; channels: Channels }) {
  const words = { ...useWords(general), ...useWords(campaigns) }
  const { pending, later } = useUndo()
  const [, remove] = useMutation(deleteCampaign)
  const removeOne = ({ id, name }: Item) => later(id, words.deleted(name), (context) => remove({ id }, context))
  return (
    <Table.ScrollContainer minWidth={820}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.name}</Table.Th><Table.Th>{words.status}</Table.Th><Table.Th>{words.channel}</Table.Th><Table.Th w={190}>{words.progress}</Table.Th>
            <Table.Th>{words.begins}</Table.Th><Table.Th ta="right">{words.spent}</Table.Th><Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.filter(({ id }) => !pending.has(id)).map((item) => <Row key={item.id} item={item} channels={channels} remove={removeOne} />)}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ item, channels, remove }: { item: Item; channels: Channels; remove: (item: Item) => void }) {
  const words = { ...useWords(general), ...useWords(campaigns) }
  const format = useFormat()
  const can = useCan()
  const { counts, startedAt, scheduledAt } = item
  const deletable = ['Draft', 'Cancelled', 'Completed', 'Failed'].includes(item.status) && can('MessagingCampaign:Delete')
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={`/campaigns/${item.id}`} size="sm" fw={550}>{item.name}</Anchor>
        {can('MessagingTemplate:View') && <TemplateName id={item.templateId} />}
      </Table.Td>
      <Table.Td><Status status={item.status} /></Table.Td>
      <Table.Td>{channels.find(({ id }) => id === item.channelId)?.name ?? <Text size="sm" c="dimmed">{words.removed}</Text>}</Table.Td>
      <Table.Td>
        {counts.recipients > 0 && (
          <Stack gap={2}>
            <Bar counts={counts} />
            <Text size="xs" c="dimmed">{format.number(counts.recipients - counts.queued)} / {format.number(counts.recipients)}</Text>
          </Stack>
        )}
      </Table.Td>
      <Table.Td>{startedAt ? format.dateTime(startedAt) : scheduledAt ? format.dateTime(scheduledAt) : <Text size="sm" c="dimmed">–</Text>}</Table.Td>
      <Table.Td className="number">{item.spent > 0 ? format.money(item.spent, item.currency) : <Text span size="sm" c="dimmed">–</Text>}</Table.Td>
      <Table.Td ta="right">
        {deletable && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={words.actionsOf(item.name)}><MoreIcon /></ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item c="var(--mantine-color-error)" onClick={() => remove(item)}>{words.delete}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

// TemplateName is the name of a template, which is read once however many campaigns use it.
function TemplateName({ id }: { id: string }) {
  const [{ data }] = useQuery({ query: templateNameQuery, variables: { id } })
  return data?.template && <Text size="xs" c="dimmed">{data.template.name}</Text>
}
