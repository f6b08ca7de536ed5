import { ActionIcon, Badge, Group, Menu, Table, Text } from '@mantine/core'
import { useMutation } from 'urql'

import { useAddress } from '../../parts/useAddress.ts'
import { useFaultToast } from '../../parts/useFaultToast.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { useCan, useMe } from '../../session/me.ts'
import { MoreIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { why } from '../../words/why.ts'
import { nameOf, removeUser, updateUser, type User } from './queries.ts'
import { users as texts } from './words.ts'

const colours = { Active: 'pine', Invited: 'blue', Inactive: 'gray' } as const

// UserTable lists people. Who is being removed is gone from it, and comes back when that is undone.
export function UserTable({ users }: { users: User[] }) {
  const words = { ...useWords(general), ...useWords(texts) }
  const { pending, later, undo } = useUndo()
  const [, remove] = useMutation(removeUser)
  const [, update] = useMutation(updateUser)
  const sayFault = useFaultToast()
  const shown = users
    .filter(({ id }) => !pending.has(`remove ${id}`))
    .map((user) => (pending.has(`stop ${user.id}`) ? { ...user, isActive: false, status: 'Inactive' as const } : user))
  const act = {
    remove: (user: User) =>
      later(`remove ${user.id}`, (user.status === 'Invited' ? words.withdrawn : words.removed)(nameOf(user)), (context) => remove({ id: user.id }, context)),
    stop: ({ id, ...user }: User) => later(`stop ${id}`, words.madeInactive(nameOf(user)), (context) => update({ input: { id, isActive: false } }, context)),
    start: async ({ id }: User) => {
      if (!(await undo(`stop ${id}`))) {
        sayFault(await update({ input: { id, isActive: true } }))
      }
    },
  }
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th>{words.role}</Table.Th>
            <Table.Th>{words.status}</Table.Th>
            <Table.Th>{words.since}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{shown.map((user) => <Row key={user.id} user={user} act={act} />)}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface Acts {
  remove: (user: User) => void
  stop: (user: User) => void
  start: (user: User) => Promise<void>
}

function Row({ user, act }: { user: User; act: Acts }) {
  const words = useWords(texts)
  const format = useFormat()
  const own = useMe().user.id === user.id
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={550}>{nameOf(user)}</Text>
          {own && <Badge variant="default" size="xs">{words.you}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">{user.email}</Text>
      </Table.Td>
      <Table.Td>{user.role.name}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={colours[user.status]}>{words.statuses[user.status]}</Badge>
        {user.invitationExpiresAt && <Text size="xs" c="dimmed">{words.until(format.day(user.invitationExpiresAt))}</Text>}
      </Table.Td>
      <Table.Td>{format.day(user.createdAt)}</Table.Td>
      <Table.Td ta="right"><Actions user={user} own={own} act={act} /></Table.Td>
    </Table.Tr>
  )
}

function Actions({ user, own, act }: { user: User; own: boolean; act: Acts }) {
  const words = { ...useWords(general), ...useWords(texts), why: useWords(why).open }
  const can = useCan()
  const [, setOpen] = useAddress('open')
  if (!['Users:Create', 'Users:Edit', 'Users:Delete', 'Role:View'].some(can)) {
    return null
  }
  const { id, status } = user
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.actionsOf(nameOf(user))}><MoreIcon /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can('Users:Edit') && <Menu.Item onClick={() => setOpen(`edit ${id}`)}>{words.edit}</Menu.Item>}
        {can('Role:View') && <Menu.Item onClick={() => setOpen(`why ${id}`)}>{words.why}</Menu.Item>}
        {can('Users:Create') && status === 'Invited' && <Menu.Item onClick={() => setOpen(`resend ${id}`)}>{words.resend}</Menu.Item>}
        {can('Users:Edit') && !own && status === 'Active' && <Menu.Item onClick={() => act.stop(user)}>{words.makeInactive}</Menu.Item>}
        {can('Users:Edit') && status === 'Inactive' && <Menu.Item onClick={() => void act.start(user)}>{words.makeActive}</Menu.Item>}
        {can('Users:Delete') && !own && <Menu.Item c="var(--mantine-color-error)" onClick={() => act.remove(user)}>{status === 'Invited' ? words.withdraw : words.remove}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
