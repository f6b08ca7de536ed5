import { Button, Group, Stack, Text } from '@mantine/core'

import { leave as catalogue } from '../words/leave.ts'
import { useWords } from '../words/language.ts'
import { Dialog } from './Dialog.tsx'

// LeaveDialog asks whether to leave a screen that has what is not saved, or to sign out when something was not sent.
export default function LeaveDialog({ isUnsent, stay, leave }: { isUnsent: boolean; stay: () => void; leave: () => void }) {
  const words = useWords(catalogue)
  return (
    <Dialog opened onClose={stay} title={isUnsent ? words.unsentTitle : words.title} zIndex={400}>
      <Stack>
        <Text size="sm">{isUnsent ? words.unsentText : words.text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave} data-testid="leave">{words.leave}</Button>
          <Button onClick={stay} data-autofocus data-testid="stay">{words.stay}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
