import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'

import type { TestWebhookMutation } from '../../api/generated/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { testWebhook } from './queries.ts'
import { webhooks } from './words.ts'

// Test sends an event to the receiver now, and shows what it answers.
export function Test({ id }: { id: string }) {
  const words = useWords(webhooks)
  const format = useFormat()
  const { submit, fetching, fault } = useSubmit(testWebhook)
  const [result, setResult] = useState<TestWebhookMutation['testWebhook']>()
  const test = async () => {
    setResult(undefined)
    setResult((await submit({ input: { id } }))?.testWebhook)
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
