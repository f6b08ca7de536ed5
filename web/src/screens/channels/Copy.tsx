import { Button, CopyButton } from '@mantine/core'

import { CopyIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { channels } from './words.ts'

// Copy puts a value into the clipboard. label says which one.
export function Copy({ value, label }: { value: string; label: string }) {
  const words = useWords(channels)
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" size="xs" leftSection={<CopyIcon size={14} />} onClick={copy}>{copied ? words.copied : words.copy(label)}</Button>
      )}
    </CopyButton>
  )
}
