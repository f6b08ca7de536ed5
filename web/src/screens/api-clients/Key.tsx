import { Alert, Button, Code, CopyButton, Stack } from '@mantine/core'

import { useKept } from '../../parts/kept.ts'
import { CopyIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { apiClients } from './words.ts'

// Key shows a new key, this once.
export function Key({ apiKey, close }: { apiKey: string; close: () => void }) {
  const words = useWords(apiClients)
  const release = useKept(true)
  return (
    <Stack>
      <Alert color="pine" variant="light" role="status" title={words.shown}>{words.shownText}</Alert>
      <Code block data-testid="api-key" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{apiKey}</Code>
      <CopyButton value={apiKey}>
        {({ copied, copy }) => <Button variant="default" leftSection={<CopyIcon size={16} />} onClick={copy}>{copied ? words.copied : words.copy}</Button>}
      </CopyButton>
      <Button onClick={() => (release(), close())}>{words.done}</Button>
    </Stack>
  )
}
