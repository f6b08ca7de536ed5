import { Anchor, Badge, Button, Group, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useFaultToast } from '../../parts/useFaultToast.ts'
import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { EditDrawer } from './Edit.tsx'
import { Hook } from './Hook.tsx'
import { isCalled, missingOf } from './missing.ts'
import { QrCodes } from './QrCodes.tsx'
import { channelQuery, pauseChannel, resumeChannel, updateChannel } from './queries.ts'
import { SandboxNumbers } from './SandboxNumbers.tsx'
import { Status } from './Status.tsx'
import { Steps } from './Steps.tsx'
import { Test } from './Test.tsx'
import { Tier } from './Tier.tsx'
import type { Channel } from './values.ts'
import { channels } from './words.ts'

interface Props {
  id: string
  remove: (channel: Channel) => void
  // connected is set for a channel that was just created.
  connected?: { verifyToken: string }
}

// ChannelPage shows one channel: what it still needs, what its provider must know, a test, and its QR codes.
export function ChannelPage({ id, remove, connected }: Props) {
  const words = { ...useWords(general), ...useWords(channels) }
  const title = useWords(screenNames).channels
  const can = useCan()
  const [open, setOpen] = useAddress('open')
  const [{ data, error }] = useQuery({ query: channelQuery, variables: { id }, requestPolicy: 'cache-and-network' })
  const channel = data?.channel
  return (
    <Page
      title={channel?.name ?? title}
      text={<Anchor component={Link} href="/channels" size="sm">← {words.back}</Anchor>}
      actions={channel && (
        <>
          {connected && can('MessagingTemplate:Create') && <Button component={Link} href="/templates/new">{words.writeTemplate}</Button>}
          <Actions channel={channel} edit={() => setOpen('edit')} remove={() => remove(channel)} />
        </>
      )}
    >
      <ErrorText fault={faultOf(error)} />
      {!channel && !error && <Rows />}
      {channel && (
        <>
          {connected && <Steps present={isCalled(channel.kind) ? 2 : 3} />}
          <Facts channel={channel} />
          {channel.kind === 'Sandbox' && <SandboxNumbers />}
          <SimpleGrid cols={{ base: 1, md: isCalled(channel.kind) ? 2 : 1 }}>
            {isCalled(channel.kind) && <Hook channel={channel} verifyToken={connected?.verifyToken} />}
            <Test channel={channel} />
          </SimpleGrid>
          {can('Dashboard:View') && channel.kind !== 'Sandbox' && <QrCodes id={id} />}
          <EditDrawer channel={channel} opened={open === 'edit'} close={() => setOpen('')} />
        </>
      )}
    </Page>
  )
}

function Actions({ channel, edit, remove }: { channel: Channel; edit: () => void; remove: () => void }) {
  const words = { ...useWords(general), ...useWords(channels) }
  const sayFault = useFaultToast()
  const [pausing, pause] = useMutation(pauseChannel)
  const [resuming, resume] = useMutation(resumeChannel)
  const [changing, update] = useMutation(updateChannel)
  const input = { id: channel.id }
  return (
    <>
      <Button variant="default" onClick={edit}>{words.edit}</Button>
      {channel.status === 'Active' && <Button variant="default" loading={pausing.fetching} onClick={() => void pause({ input }).then(sayFault)}>{words.pause}</Button>}
      {channel.status === 'Paused' && <Button variant="default" loading={resuming.fetching} onClick={() => void resume({ input }).then(sayFault)}>{words.resume}</Button>}
      {!channel.isDefault && (
        <Button variant="default" loading={changing.fetching} onClick={() => void update({ input: { ...input, isDefault: true } }).then(sayFault)}>{words.makeDefault}</Button>
      )}
      <Button variant="default" c="var(--mantine-color-error)" onClick={remove}>{words.delete}</Button>
    </>
  )
}

function Facts({ channel }: { channel: Channel }) {
  const words = { ...useWords(general), ...useWords(channels) }
  const format = useFormat()
  const missing = missingOf(channel)
  const facts: [string, React.ReactNode][] = [
    [words.status, <Status status={channel.status} />],
    [words.kind, <Group gap="xs">{words.kinds[channel.kind]}{channel.isDefault && <Badge variant="default" size="sm">{words.default}</Badge>}</Group>],
    [words.sender, channel.sender],
    [words.perSecond, format.number(channel.messagesPerSecond)],
    [words.created, format.dateTime(channel.createdAt)],
    [words.changed, format.dateTime(channel.updatedAt)],
  ]
  return (
    <Paper withBorder p="md" component="section" aria-label={words.facts}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 2, sm: 3 }} component="dl" m={0}>
          {facts.map(([name, fact]) => (
            <div key={name}>
              <Text component="dt" size="xs" c="dimmed">{name}</Text>
              <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>{fact}</Text>
            </div>
          ))}
        </SimpleGrid>
        {channel.kind === 'WhatsApp' && <Tier />}
        <div>
          <Title order={2} mb={4}>{words.missing}</Title>
          {missing.length === 0 ? (
            <Text size="sm">{words.nothingMissing}</Text>
          ) : (
            <List size="sm">
              {missing.map((one) => <List.Item key={one}>{words.missings[one](channel.statusReason ?? '')}</List.Item>)}
            </List>
          )}
        </div>
      </Stack>
    </Paper>
  )
}
