import { Box, Progress } from '@mantine/core'

import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { Campaign } from './queries.ts'
import { campaigns } from './words.ts'

// The states of a message from the best to the worst, and their colours. Those that wait are not drawn.
export const drawn = [
  ['read', 'Read', 'pine.8'], ['delivered', 'Delivered', 'pine.5'], ['sent', 'Sent', 'blue.5'], ['unknown', 'Unknown', 'yellow.6'],
  ['failed', 'Failed', 'red.7'], ['cancelled', 'Cancelled', 'gray.5'],
] as const

// Bar draws how many messages of a campaign are in each state. Its label has the same in words.
export function Bar({ counts, size = 8 }: { counts: Campaign['counts']; size?: number }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const some = [...drawn, ['queued', 'Queued'] as const].filter(([name]) => counts[name] > 0)
  const label = some.map(([name, state]) => `${words.states[state]} ${format.number(counts[name])}`).join(', ')
  return (
    <Box role="img" aria-label={label || words.progress} title={label} miw={90}>
      <Progress.Root size={size}>
        {drawn.map(([name, , colour]) => counts[name] > 0 && <Progress.Section key={name} withAria={false} value={(counts[name] / counts.recipients) * 100} color={colour} />)}
      </Progress.Root>
    </Box>
  )
}
