import { Alert, Button, Code, CopyButton, Stack } from '@mantine/core'

import { useKept } from '../../parts/kept.ts'
import { CopyIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { webhooks } from './words.ts'

// Secret shows a new secret, this once.
export function Secret({ secret, close }: { secret: string; close: () => void }) {
  const words = useWords(webhooks)
  const release = useKept(true)
  return (
    <Stack>
      <Alert color="pine" variant="light" role="status" title={words.secret}>{words.secretText}</Alert>
      <Code block data-testid="webhook-secret" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{secret}</Code>
      <CopyButton value={secret}>
        {({ copied, copy }) => <Button variant="default" leftSection={<CopyIcon size={16} />} onClick={copy}>{copied ? words.copied : words.copy}</Button>}
      </CopyButton>
      <Button onClick={() => (release(), close())}>{words.done}</Button>
    </Stack>
  )
}
