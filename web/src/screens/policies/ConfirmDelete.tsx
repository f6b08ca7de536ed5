import { Button, Code, Group, Stack } from '@mantine/core'

import { Dialog } from '../../parts/Dialog.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Effect } from './Effect.tsx'
import type { Rule } from './queries.ts'
import { policies } from './words.ts'

// ConfirmDelete shows what the deletion of a rule would do, before it is deleted.
export function ConfirmDelete({ rule, close, remove }: { rule: Rule; close: () => void; remove: () => void }) {
  const words = { ...useWords(general), ...useWords(policies) }
  return (
    <Dialog opened onClose={close} title={words.deleteTitle}>
      <Stack>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{rule.line}</Code>
        <Effect add={[]} remove={[rule.id]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{words.cancel}</Button>
          <Button color="red.9" onClick={remove} data-testid="delete-rule">{words.delete}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
