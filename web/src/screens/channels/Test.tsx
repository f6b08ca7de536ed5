import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'

import type { TestChannelMutation } from '../../api/generated/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { testChannel } from './queries.ts'
import type { Channel } from './values.ts'
import { channels } from './words.ts'

// Test asks the provider now whether the settings and secrets are right.
export function Test({ channel }: { channel: Channel }) {
  const words = useWords(channels)
  const format = useFormat()
  const { submit, fetching, fault } = useSubmit(testChannel)
  const [result, setResult] = useState<TestChannelMutation['testChannel']>()
  const test = async () => {
    setResult(undefined)
    setResult((await submit({ input: { id: channel.id } }))?.testChannel)
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={words.test}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{words.test}</Title>
          <Text size="sm" c="dimmed">{words.testText}</Text>
        </div>
        <ErrorText fault={fault} />
        <div aria-live="polite">
          {result && (
            <Alert color={result.ok ? 'pine' : 'red'} variant="light" title={result.ok ? words.testOk : words.testFailed} data-testid="test-result">
              {result.message}
              <Text size="xs" c="dimmed">{words.latency(format.number(result.latencyMs))}</Text>
            </Alert>
          )}
        </div>
        <div><Button variant="default" loading={fetching} onClick={() => void test()}>{result ? words.testAgain : words.testNow}</Button></div>
      </Stack>
    </Paper>
  )
}
