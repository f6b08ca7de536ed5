import { Anchor, Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Deliveries } from './Deliveries.tsx'
import { Edit } from './Form.tsx'
import { rotateWebhookSecret, updateWebhook, webhookQuery, type Webhook } from './queries.ts'
import { reasonIn } from './reasons.ts'
import { Replay } from './Replay.tsx'
import { Secret } from './Secret.tsx'
import { Status } from './Status.tsx'
import { Test } from './Test.tsx'
import { webhooks } from './words.ts'

interface Props {
  id: string
  remove: (webhook: Webhook) => void
}

// WebhookPage shows one webhook: what it gets, a test, and what was delivered.
export function WebhookPage({ id, remove }: Props) {
  const words = { ...useWords(general), ...useWords(webhooks) }
  const title = useWords(screenNames).webhooks
  const [open, setOpen] = useAddress('open')
  const [{ data, error }] = useQuery({ query: webhookQuery, variables: { id }, requestPolicy: 'cache-and-network' })
  const { submit, fetching, fault } = useSubmit(updateWebhook)
  const webhook = data?.webhook
  const close = () => setOpen('')
  const isActive = webhook?.status === 'Active'
  const actions = webhook && (
    <>
      <Button variant="default" onClick={() => setOpen('edit')}>{words.edit}</Button>
      <Button variant="default" loading={fetching} onClick={() => void submit({ input: { id, status: isActive ? 'Paused' : 'Active' } })}>{isActive ? words.pause : words.resume}</Button>
      <Button variant="default" onClick={() => setOpen('rotate')}>{words.rotate}</Button>
      <Button variant="default" onClick={() => setOpen('replay')}>{words.replay}</Button>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => remove(webhook)}>{words.remove}</Button>
    </>
  )
  return (
    <Page title={webhook?.name ?? title} text={<Anchor component={Link} href="/webhooks" size="sm">← {words.back}</Anchor>} actions={actions}>
      <ErrorText fault={faultOf(error) ?? fault} />
      {!webhook && !error && <Rows />}
      {webhook && (
        <>
          <Facts webhook={webhook} />
          <Test id={id} />
          <Deliveries webhook={webhook} />
          <SidePanel opened={open === 'edit'} title={words.editTitle} onClose={close}><Edit webhook={webhook} close={close} /></SidePanel>
          <Dialog opened={open === 'rotate'} title={words.rotateTitle(webhook.name)} onClose={close}><Rotate id={id} close={close} /></Dialog>
          <Dialog opened={open === 'replay'} title={words.replayTitle} onClose={close}><Replay webhook={webhook} close={close} /></Dialog>
        </>
      )}
    </Page>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const words = { ...useWords(general), ...useWords(webhooks) }
  const language = useLanguage()
  const format = useFormat()
  const facts: [string, React.ReactNode][] = [
    [words.url, webhook.url],
    [words.types, webhook.eventTypes.length ? webhook.eventTypes.join(', ') : words.allTypesShort],
    [words.order, webhook.ordered ? words.inOrder : words.anyOrder],
    [words.status, <Status status={webhook.status} />],
    [words.created, format.dateTime(webhook.createdAt)],
    [words.changed, format.dateTime(webhook.updatedAt)],
  ]
  return (
    <Paper withBorder p="md" component="section" aria-label={words.facts}>
      <Stack gap="sm">
        {webhook.statusReason && <Text size="sm">{reasonIn(language, webhook.statusReason)}</Text>}
        {webhook.status !== 'Active' && <Text size="sm">{words.paused}</Text>}
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} component="dl" m={0}>
          {facts.map(([name, fact]) => (
            <div key={name}>
              <Text component="dt" size="xs" c="dimmed">{name}</Text>
              <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>{fact}</Text>
            </div>
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}

function Rotate({ id, close }: { id: string; close: () => void }) {
  const words = useWords(webhooks)
  const [secret, setSecret] = useState('')
  const { submit, fetching, fault } = useSubmit(rotateWebhookSecret)
  const rotate = async () => setSecret((await submit({ input: { id } }))?.rotateWebhookSecret.secret ?? '')
  if (secret) {
    return <Secret secret={secret} close={close} />
  }
  return (
    <Stack>
      <ErrorText fault={fault} />
      <Text size="sm">{words.rotateText}</Text>
      <Button loading={fetching} onClick={() => void rotate()} data-testid="confirm">{words.rotate}</Button>
    </Stack>
  )
}
