import { ActionIcon, Badge, Group, Menu, Table, Text } from '@mantine/core'
import { useMutation } from 'urql'

import { useAddress } from '../../parts/useAddress.ts'
import { useFaultToast } from '../../parts/useFaultToast.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { visit } from '../../session/session.ts'
import { MoreIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { updateFirm, type Firm } from './queries.ts'
import { firms as texts } from './words.ts'

export function FirmTable({ firms }: { firms: Firm[] }) {
  const words = { ...useWords(general), ...useWords(texts) }
  const { pending, later, undo } = useUndo()
  const [, update] = useMutation(updateFirm)
  const sayFault = useFaultToast()
  const act = {
    deactivate: ({ id, name }: Firm) => later(id, words.deactivated(name), (context) => update({ input: { id, isActive: false } }, context)),
    activate: async ({ id }: Firm) => {
      if (!(await undo(id))) {
        sayFault(await update({ input: { id, isActive: true } }))
      }
    },
  }
  return (
    <Table.ScrollContainer minWidth={820}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th>{words.currency}</Table.Th>
            <Table.Th>{words.timeZone}</Table.Th>
            <Table.Th ta="right">{words.users}</Table.Th>
            <Table.Th ta="right">{words.contacts}</Table.Th>
            <Table.Th ta="right">{words.tier}</Table.Th>
            <Table.Th>{words.created}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {firms.map((firm) => <Row key={firm.id} firm={pending.has(firm.id) ? { ...firm, isActive: false } : firm} act={act} />)}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface Acts {
  deactivate: (firm: Firm) => void
  activate: (firm: Firm) => Promise<void>
}

function Row({ firm, act }: { firm: Firm; act: Acts }) {
  const words = { ...useWords(general), ...useWords(texts) }
  const format = useFormat()
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={550}>{firm.name}</Text>
          {firm.isSuperFirm && <Badge variant="default">{words.superFirm}</Badge>}
          {!firm.isActive && <Badge variant="light" color="gray">{words.inactive}</Badge>}
        </Group>
        {firm.warning && <Text size="xs" c="var(--mantine-color-error)">{firm.warning}</Text>}
      </Table.Td>
      <Table.Td>{firm.currency}</Table.Td>
      <Table.Td>{firm.timeZone}</Table.Td>
      <Table.Td className="number">{format.number(firm.userCount)}</Table.Td>
      <Table.Td className="number">{format.number(firm.contactCount)}</Table.Td>
      <Table.Td className="number">{words.tiers[firm.messagingTier]}</Table.Td>
      <Table.Td>{format.day(firm.createdAt)}</Table.Td>
      <Table.Td ta="right"><Actions firm={firm} act={act} /></Table.Td>
    </Table.Tr>
  )
}

function Actions({ firm, act }: { firm: Firm; act: Acts }) {
  const words = { ...useWords(general), ...useWords(texts) }
  const [, setOpen] = useAddress('open')
  const { id, isActive, isSuperFirm } = firm
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.actionsOf(firm.name)}><MoreIcon /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => setOpen(`edit ${id}`)}>{words.edit}</Menu.Item>
        {!isSuperFirm && isActive && <Menu.Item onClick={() => visit(id)}>{words.visit}</Menu.Item>}
        {!isSuperFirm && isActive && <Menu.Item c="var(--mantine-color-error)" onClick={() => act.deactivate(firm)}>{words.deactivate}</Menu.Item>}
        {!isActive && <Menu.Item onClick={() => void act.activate(firm)}>{words.activate}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
