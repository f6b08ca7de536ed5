import { Anchor, Button, Group, Paper, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from 'urql'
import { Link, useLocation } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { PlusIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Create } from './Form.tsx'
import { deleteWebhook, webhooksQuery, type Webhook } from './queries.ts'
import { DeliveryStatus, Status } from './Status.tsx'
import { WebhookPage } from './WebhookPage.tsx'
import { reasonIn } from './reasons.ts'
import { webhooks } from './words.ts'

// Webhooks lists the webhooks of the firm, or shows the one of the address. Whoever deletes that one
// returns to the list, and can undo it there.
export default function Webhooks({ id }: { id?: string }) {
  const words = useWords(webhooks)
  const [, go] = useLocation()
  const [, run] = useMutation(deleteWebhook)
  const { pending, later } = useUndo()
  const remove = ({ id, name }: Pick<Webhook, 'id' | 'name'>) => {
    later(id, words.removed(name), (context) => run({ input: { id } }, context))
    go('/webhooks')
  }
  return id ? <WebhookPage id={id} remove={remove} /> : <List hidden={pending} />
}

function List({ hidden }: { hidden: ReadonlySet<string> }) {
  const words = { ...useWords(general), ...useWords(webhooks) }
  const language = useLanguage()
  const format = useFormat()
  const title = useWords(screenNames).webhooks
  const [, go] = useLocation()
  const [open, setOpen] = useAddress('open')
  const [{ data, error }] = useQuery({ query: webhooksQuery, requestPolicy: 'cache-and-network' })
  const all = data?.webhooks?.filter(({ id }) => !hidden.has(id))
  const create = <Button leftSection={<PlusIcon size={15} />} onClick={() => setOpen('new')} data-testid="new-webhook">{words.create}</Button>
  const docs = <Anchor href="/docs" size="sm" underline="always">{words.docs}</Anchor>
  return (
    <Page title={title} text={<>{words.text} {docs}</>} actions={create}>
      <ErrorText fault={faultOf(error)} />
      {!all && !error && <Rows />}
      {all?.length === 0 && <Empty title={words.empty}>{words.emptyText}</Empty>}
      {all && all.length > 0 && (
        <Paper withBorder>
          <Table.ScrollContainer minWidth={640}>
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.name}</Table.Th><Table.Th>{words.types}</Table.Th><Table.Th>{words.status}</Table.Th><Table.Th>{words.lastDelivery}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      <Anchor component={Link} href={`/webhooks/${one.id}`} size="sm" fw={550}>{one.name}</Anchor>
                      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>{one.url}</Text>
                    </Table.Td>
                    <Table.Td>{one.eventTypes.length === 0 ? words.allTypesShort : one.eventTypes.length === 1 ? one.eventTypes[0] : words.someTypes(one.eventTypes.length)}</Table.Td>
                    <Table.Td>
                      <Status status={one.status} />
                      {one.statusReason && <Text size="xs" c="dimmed">{reasonIn(language, one.statusReason)}</Text>}
                    </Table.Td>
                    <Table.Td>
                      {one.lastDelivery ? <Group gap="xs"><DeliveryStatus status={one.lastDelivery.status} />{format.ago(one.lastDelivery.createdAt)}</Group> : words.never}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      <SidePanel opened={open === 'new'} onClose={() => setOpen('')} title={words.createTitle}>
        <Create close={(id) => go(`/webhooks/${id}`)} />
      </SidePanel>
    </Page>
  )
}
