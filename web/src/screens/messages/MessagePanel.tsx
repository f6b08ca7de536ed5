import { Anchor, Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMutation, useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { Download } from '../../parts/Download.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useFaultToast } from '../../parts/useFaultToast.ts'
import { useCan } from '../../session/me.ts'
import { failures } from '../../words/failures.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { cancelMessage, messageQuery, type Message } from './queries.ts'
import { Status } from './Status.tsx'
import { messages } from './words.ts'

// MessagePanel shows the message of the address at the side, with what became of it.
export function MessagePanel() {
  const words = { ...useWords(general), ...useWords(messages) }
  const [open, setOpen] = useAddress('open')
  const [{ data, error }] = useQuery({ query: messageQuery, variables: { id: open }, pause: !open, requestPolicy: 'cache-and-network' })
  const message = data?.message?.id === open ? data.message : undefined
  return (
    <SidePanel opened={open !== ''} onClose={() => setOpen('')} size="lg" title={words.message}>
      {message ? <Details message={message} /> : error ? <ErrorText fault={faultOf(error)} /> : <Rows count={5} />}
    </SidePanel>
  )
}

function Details({ message }: { message: Message }) {
  const words = useWords(messages)
  const { codes } = useWords(failures)
  const format = useFormat()
  const can = useCan()
  const address = message.address ?? message.phone
  const facts: [string, ReactNode][] = [
    [words.address, message.contactId && can('Contact:View') ? <Anchor component={Link} href={`/contacts/${message.contactId}`} size="sm">{address ?? '–'}</Anchor> : address],
    [words.direction, words.directions[message.direction]],
    [words.channel, message.channelName],
    [words.template, message.templateName],
    [words.campaign, message.campaignId && can('MessagingCampaign:View') ? <Anchor component={Link} href={`/campaigns/${message.campaignId}`} size="sm">{message.campaign}</Anchor> : message.campaign],
    [words.time, format.dateTime(message.occurredAt)],
    [words.price, typeof message.price === 'number' && `${format.money(message.price)}${message.charge ? ` · ${words.charges[message.charge]}` : ''}`],
    [words.attempts, message.attempts],
    [words.segments, message.segments],
    [words.expires, message.status === 'Queued' && message.expiresAt && format.dateTime(message.expiresAt)],
    [words.reference, message.reference],
    [words.providerId, message.providerMessageId],
  ]
  return (
    <Stack>
      <Group justify="space-between"><Status status={message.status} /><CancelButton message={message} /></Group>
      {message.subject && <Text size="sm" fw={600}>{message.subject}</Text>}
      {message.body && <Text size="sm" bg="var(--mantine-color-default-hover)" p="sm" bdrs="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.body}</Text>}
      {message.media && (
        <Group gap="xs">
          <Text size="sm">{message.media.fileName} · {message.media.contentType}</Text>
          {message.media.status === 'Ready' && <Download path={`/api/v1/messaging/messages/${message.id}/media`}>{words.file}</Download>}
        </Group>
      )}
      {message.error && (
        <Text size="sm" c="var(--mantine-color-error)">{[codes[message.error.code ?? ''] ?? message.error.code, message.error.providerCode, message.error.message].filter(Boolean).join(' · ')}</Text>
      )}
      <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
        <Table.Tbody>
          {facts.filter(([, fact]) => fact !== null && fact !== undefined && fact !== false && fact !== '').map(([name, fact]) => (
            <Table.Tr key={name}><Table.Th fw={400} c="dimmed" scope="row" w={150}>{name}</Table.Th><Table.Td style={{ overflowWrap: 'anywhere' }}>{fact}</Table.Td></Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <div>
        <Title order={3} mb={4}>{words.events}</Title>
        <Table verticalSpacing={4} horizontalSpacing={0}>
          <Table.Tbody>
            {message.events.map(({ status, at, code }, place) => (
              <Table.Tr key={place}><Table.Td>{words.statuses[status]}{code && ` · ${code}`}</Table.Td><Table.Td ta="right">{format.dateTime(at)}</Table.Td></Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Stack>
  )
}

// CancelButton cancels a message that waits. It does so at once: a moment later the message may be sent.
function CancelButton({ message: { id, status, direction } }: { message: Message }) {
  const words = useWords(messages)
  const can = useCan()
  const [{ fetching }, cancel] = useMutation(cancelMessage)
  const sayFault = useFaultToast()
  if (status !== 'Queued' || direction !== 'Outbound' || !can('MessagingChat:SendMessage')) {
    return null
  }
  return <Button variant="default" size="xs" c="var(--mantine-color-error)" loading={fetching} onClick={() => void cancel({ id }).then(sayFault)} data-testid="cancel-message">{words.cancel}</Button>
}
