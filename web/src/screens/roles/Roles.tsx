import { ActionIcon, Anchor, Badge, Button, Group, Menu, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { useCan } from '../../session/me.ts'
import { MoreIcon, PlusIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Details } from './Details.tsx'
import { deleteRole, rolesQuery, type Entry } from './queries.ts'
import { RolePage } from './RolePage.tsx'
import { roles as texts } from './words.ts'

// Roles say what the people of the firm may do.
export default function Roles({ id }: { id?: string }) {
  return id ? <RolePage id={id} /> : <RoleList />
}

function RoleList() {
  const words = { ...useWords(general), ...useWords(texts) }
  const title = useWords(screenNames).roles
  const can = useCan()
  const [, setOpen] = useAddress('open')
  const [{ data, error }, again] = useQuery({ query: rolesQuery, requestPolicy: 'cache-and-network' })
  const [, remove] = useMutation(deleteRole)
  const { pending, later } = useUndo()
  const roles = data?.roles?.filter((role) => !pending.has(role.id))
  const removeRole = ({ id, name }: Entry) => later(id, words.deleted(name), (context) => remove({ id }, context))
  return (
    <Page
      title={title}
      text={words.text}
      actions={can('Role:Create') && <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')} data-testid="new-role">{words.newRole}</Button>}
    >
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!roles && !error && <Rows />}
      {roles?.length === 0 && <Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      {roles && roles.length > 0 && (
        <Table.ScrollContainer minWidth={560}>
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr><Table.Th>{words.name}</Table.Th><Table.Th ta="right">{words.users}</Table.Th><Table.Th>{words.changed}</Table.Th><Table.Td /></Table.Tr>
            </Table.Thead>
            <Table.Tbody>{roles.map((role) => <Row key={role.id} role={role} remove={removeRole} />)}</Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Details role={undefined} />
    </Page>
  )
}

function Row({ role, remove }: { role: Entry; remove: (role: Entry) => void }) {
  const words = { ...useWords(general), ...useWords(texts) }
  const format = useFormat()
  const can = useCan()
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Anchor component={Link} href={`/roles/${role.id}`} size="sm" fw={550}>{role.name}</Anchor>
          {!role.isActive && <Badge variant="light" color="gray">{words.inactive}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">{role.description}</Text>
      </Table.Td>
      <Table.Td className="number">
        {can('Users:View') ? <Anchor component={Link} href={`/users?role=${role.id}`} size="sm">{format.number(role.userCount ?? 0)}</Anchor> : format.number(role.userCount ?? 0)}
      </Table.Td>
      <Table.Td>{format.day(role.updatedAt)}</Table.Td>
      <Table.Td ta="right">
        {can('Role:Delete') && !role.isSystem && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={words.actionsOf(role.name)}><MoreIcon /></ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item c="var(--mantine-color-error)" disabled={Boolean(role.userCount)} onClick={() => remove(role)}>
                {words.delete}{role.userCount ? ` (${words.hasUsers})` : ''}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
