import { Kbd, Modal, Stack, Switch, Table } from '@mantine/core'

import { useAddress } from '../../parts/useAddress.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { inbox } from './words.ts'

const keys = {
  move: ['j', 'k', '↓', '↑'], open: ['Enter'], reply: ['r'], template: ['t'], note: ['n'], status: ['e'], assign: ['a'], contact: ['c'], search: ['/'],
  escape: ['Esc'], help: ['?'],
} as const

// KeyHelp lists the keys of the inbox.
export function KeyHelp({ areLettersOn, setLettersOn }: { areLettersOn: boolean; setLettersOn: (on: boolean) => void }) {
  const words = { ...useWords(inbox), closeDialog: useWords(general).close }
  const [open, setOpen] = useAddress('open')
  return (
    <Modal opened={open === 'keys'} onClose={() => setOpen('')} title={words.keys} closeButtonProps={{ 'aria-label': words.closeDialog }}>
      <Stack>
        <Table>
          <Table.Tbody>
            {Object.entries(keys).map(([name, of]) => (
              <Table.Tr key={name}>
                <Table.Td w={130}>{of.map((key) => <Kbd key={key} size="xs" mr={4}>{key}</Kbd>)}</Table.Td>
                <Table.Td>{words.keyTexts[name as keyof typeof keys]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch label={words.lettersOn} checked={areLettersOn} onChange={({ currentTarget }) => setLettersOn(currentTarget.checked)} />
      </Stack>
    </Modal>
  )
}
