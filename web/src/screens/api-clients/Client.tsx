import { Anchor, Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { Why } from '../../parts/Why.tsx'
import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { nameOf } from '../../words/permissions.ts'
import { screenNames } from '../../words/shell.ts'
import { why } from '../../words/why.ts'
import { Status } from './ApiClients.tsx'
import { Edit } from './Form.tsx'
import { Key } from './Key.tsx'
import { apiClientQuery, regenerateApiClient, revokeApiClient, type ApiClient } from './queries.ts'
import { Usage } from './Usage.tsx'
import { apiClients } from './words.ts'

// Client shows one key: what it is, what may be done with it, and what it did.
export function Client({ id }: { id: string }) {
  const words = { ...useWords(general), ...useWords(apiClients), why: useWords(why).open }
  const title = useWords(screenNames)['api-clients']
  const can = useCan()
  const [open, setOpen] = useAddress('open')
  const [{ data, error }] = useQuery({ query: apiClientQuery, variables: { id }, requestPolicy: 'cache-and-network' })
  const client = data?.apiClient
  const [, setModule] = useAddress('module')
  const [, setAction] = useAddress('action')
  const close = () => {
    setOpen('')
    setModule('')
    setAction('')
  }
  const usable = client && client.status !== 'Revoked'
  const actions = usable && (
    <>
      {can('Role:View') && <Button variant="default" onClick={() => setOpen('why')}>{words.why}</Button>}
      {can('ApiClient:Edit') && <Button variant="default" onClick={() => setOpen('edit')}>{words.edit}</Button>}
      {can('ApiClient:Regenerate') && <Button variant="default" onClick={() => setOpen('regenerate')}>{words.regenerate}</Button>}
      {can('ApiClient:Revoke') && <Button variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('revoke')}>{words.revoke}</Button>}
    </>
  )
  return (
    <Page title={client?.name ?? title} text={<Anchor component={Link} href="/api-clients" size="sm">← {words.back}</Anchor>} actions={actions}>
      <ErrorText fault={faultOf(error)} />
      {!client && !error && <Rows />}
      {client && <Facts client={client} />}
      {client && <Usage id={id} />}
      {usable && (
        <>
          {open === 'why' && can('Role:View') && <Why who={{ apiClientId: id }} name={client.name} close={close} />}
          <SidePanel opened={open === 'edit' && can('ApiClient:Edit')} onClose={close} title={words.editTitle}>
            <Edit client={client} close={close} />
          </SidePanel>
          <Dialog opened={open === 'regenerate' && can('ApiClient:Regenerate')} onClose={close} title={words.regenerateTitle(client.name)}>
            <Regenerate id={id} close={close} />
          </Dialog>
          <Dialog opened={open === 'revoke' && can('ApiClient:Revoke')} onClose={close} title={words.revokeTitle(client.name)}>
            <Revoke id={id} close={close} />
          </Dialog>
        </>
      )}
    </Page>
  )
}

function Facts({ client }: { client: ApiClient }) {
  const language = useLanguage()
  const words = { ...useWords(general), ...useWords(apiClients) }
  const format = useFormat()
  const facts: [string, React.ReactNode][] = [
    [words.status, <Status status={client.status} />],
    [words.key, <Text span size="sm" ff="monospace">{client.keyPrefix}…</Text>],
    [words.lastUsed, client.lastUsedAt ? format.ago(client.lastUsedAt) : words.never],
    [words.expires, client.expiresAt ? format.dateTime(client.expiresAt) : words.never],
    [words.addresses, client.allowedIps.length ? client.allowedIps.join(', ') : words.anyAddress],
    [words.created, format.dateTime(client.createdAt)],
  ]
  return (
    <Paper withBorder p="md" component="section" aria-label={words.facts}>
      <Stack gap="sm">
        {client.description && <Text size="sm">{client.description}</Text>}
        <SimpleGrid cols={{ base: 2, sm: 3 }} component="dl" m={0}>
          {facts.map(([name, fact]) => (
            <div key={name}>
              <Text component="dt" size="xs" c="dimmed">{name}</Text>
              <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>{fact}</Text>
            </div>
          ))}
        </SimpleGrid>
        <div>
          <Title order={2} mb={4}>{words.permissions}</Title>
          <Text size="sm">{client.permissions.length ? client.permissions.map((permission) => nameOf(permission, language)).join(', ') : words.nothing}</Text>
        </div>
      </Stack>
    </Paper>
  )
}

function Regenerate({ id, close }: { id: string; close: () => void }) {
  const words = useWords(apiClients)
  const [key, setKey] = useState('')
  const { submit, fetching, fault } = useSubmit(regenerateApiClient)
  const regenerate = async () => setKey((await submit({ id }))?.regenerateApiClient.apiKey ?? '')
  if (key) {
    return <Key apiKey={key} close={close} />
  }
  return (
    <Stack>
      <ErrorText fault={fault} />
      <Text size="sm">{words.regenerateText}</Text>
      <Button loading={fetching} onClick={() => void regenerate()} data-testid="confirm">{words.regenerate}</Button>
    </Stack>
  )
}

function Revoke({ id, close }: { id: string; close: () => void }) {
  const words = useWords(apiClients)
  const { submit, fetching, fault } = useSubmit(revokeApiClient)
  const revoke = async () => {
    if (await submit({ id })) {
      close()
    }
  }
  return (
    <Stack>
      <ErrorText fault={fault} />
      <Text size="sm">{words.revokeText}</Text>
      <Button color="red.8" loading={fetching} onClick={() => void revoke()} data-testid="confirm">{words.revoke}</Button>
    </Stack>
  )
}
