import { Code, List, Paper, Text, Title } from '@mantine/core'

import { useWords } from '../../words/language.ts'
import { channels } from './words.ts'

// numbers are those that the sandbox treats in a way of their own.
const numbers = ['+15005550009', '+15005550008', '+15005550001', '+15005550005', '+15005550006'] as const

// SandboxNumbers says to which numbers one writes to see more than a message that is read.
export function SandboxNumbers() {
  const words = useWords(channels)
  return (
    <Paper withBorder p="md" component="section" aria-label={words.numbers}>
      <Title order={2}>{words.numbers}</Title>
      <Text size="sm" c="dimmed" mb="xs">{words.numbersText}</Text>
      <List size="sm" spacing={4}>
        {numbers.map((number) => <List.Item key={number}><Code>{number}</Code> {words.numberTexts[number]}</List.Item>)}
      </List>
    </Paper>
  )
}
