import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core'

import { CopyIcon } from '../shell/icons.tsx'
import { handOver } from '../words/handOver.ts'
import { useWords } from '../words/language.ts'
import { useKept } from './kept.ts'

// HandOver shows a new password this once, with what somebody needs to sign in.
export function HandOver({ title, email, password, close }: { title: string; email: string; password: string; close: () => void }) {
  const words = useWords(handOver)
  const release = useKept(true)
  const text = words.message(`${location.origin}/console`, email, password)
  return (
    <Stack>
      <Alert color="pine" variant="light" role="status" title={title}>{words.text}</Alert>
      <Code block data-testid="hand-over" style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <Group grow>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button variant="default" leftSection={<CopyIcon size={16} />} onClick={copy}>{copied ? words.copied : words.copy}</Button>}
        </CopyButton>
        <Button onClick={() => (release(), close())}>{words.done}</Button>
      </Group>
    </Stack>
  )
}
