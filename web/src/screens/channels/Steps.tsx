import { Group, Text } from '@mantine/core'

import { useWords } from '../../words/language.ts'
import { channels } from './words.ts'

// Steps says how far a new channel has come.
export function Steps({ present }: { present: number }) {
  const words = useWords(channels)
  return (
    <Group component="ol" gap="lg" m={0} p={0} aria-label={words.stepsOf} style={{ listStyle: 'none' }}>
      {words.steps.map((step, place) => (
        <Text key={step} component="li" size="sm" fw={place === present ? 620 : 400} c={place === present ? undefined : 'dimmed'} aria-current={place === present ? 'step' : undefined}>
          {place + 1}. {step}{place < present && ' ✓'}
        </Text>
      ))}
    </Group>
  )
}
