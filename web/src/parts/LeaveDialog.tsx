import { Button, Group, Stack, Text } from '@mantine/core'

import { leave as catalogue } from '../words/leave.ts'
import { useWords } from '../words/language.ts'
import { Dialog } from './Dialog.tsx'

interface Props {
  isUnsent: boolean
  isDraft: boolean
  stay: () => void
  leave: () => void
}

// LeaveDialog asks whether to leave a screen that has what is not saved, or to sign out when something was not sent or is kept in the tab.
export default function LeaveDialog({ isUnsent, isDraft, stay, leave }: Props) {
  const words = useWords(catalogue)
  return (
    <Dialog opened onClose={stay} title={isUnsent ? words.unsentTitle : isDraft ? words.draftTitle : words.title} zIndex={400}>
      <Stack>
        {isUnsent && <Text size="sm">{words.unsentText}</Text>}
        {isDraft && <Text size="sm">{words.draftText}</Text>}
        {!isUnsent && !isDraft && <Text size="sm">{words.text}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave} data-testid="leave">{words.leave}</Button>
          <Button onClick={stay} data-autofocus data-testid="stay">{words.stay}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
