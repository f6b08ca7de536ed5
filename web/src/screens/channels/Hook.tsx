import { Alert, Code, List, Paper, Stack, Text, Title } from '@mantine/core'

import { useWords } from '../../words/language.ts'
import { Copy } from './Copy.tsx'
import type { Channel } from './values.ts'
import { channels } from './words.ts'

// Hook says what to enter at the provider, so that it calls the server about answers and statuses.
export function Hook({ channel, verifyToken }: { channel: Channel; verifyToken?: string }) {
  const words = useWords(channels)
  const { hookUrl } = channel
  const isWhatsApp = channel.kind === 'WhatsApp'
  const steps = isWhatsApp ? words.whatsAppSteps : words.smsSteps
  return (
    <Paper withBorder p="md" component="section" aria-label={words.hook}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{words.hook}</Title>
          <Text size="sm" c="dimmed">{words.hookText}</Text>
        </div>
        {hookUrl ? (
          <>
            <Value label={words.hookUrl} value={hookUrl} />
            {isWhatsApp && verifyToken && <Value label={words.verifyToken} value={verifyToken} note={words.verifyTokenText} />}
            <List type="ordered" size="sm" spacing={4}>
              {steps.map((step) => <List.Item key={step}>{step}</List.Item>)}
            </List>
          </>
        ) : (
          <Alert color="yellow" variant="light" title={words.noPublicUrl}>{words.noPublicUrlText}</Alert>
        )}
      </Stack>
    </Paper>
  )
}

function Value({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">{label}</Text>
      <Stack gap={6} align="flex-start">
        <Code block w="100%" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</Code>
        {note && <Text size="xs" c="dimmed">{note}</Text>}
        <Copy value={value} label={label} />
      </Stack>
    </div>
  )
}
