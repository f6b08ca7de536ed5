import { Button, Checkbox, Popover, Stack } from '@mantine/core'

import { useWords } from '../../words/language.ts'
import { columns, type Column } from './columns.tsx'
import { contacts } from './words.ts'

// ColumnMenu chooses the columns of the list.
export function ColumnMenu({ shown, choose }: { shown: Column[]; choose: (names: string[]) => void }) {
  const words = useWords(contacts)
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default">{words.columns}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.columns}>
        <Checkbox.Group aria-label={words.columns} value={shown.map(({ name }) => name)} onChange={choose}>
          <Stack gap="xs">
            {columns.map(({ name }) => <Checkbox key={name} value={name} label={words[name]} size="xs" />)}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
