import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from 'wouter'

import type { ChannelKind } from '../../api/generated/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Fields } from './Fields.tsx'
import { createChannel } from './queries.ts'
import { Steps } from './Steps.tsx'
import { empty, kinds, rateOf, secretsInput, settingsInput, type Values } from './values.ts'
import { channels } from './words.ts'

// Connect leads to a new channel: its kind first, then what its provider says. The page of the channel has the
// further steps.
export function Connect({ connected }: { connected: (id: string, verifyToken: string) => void }) {
  const words = useWords(channels)
  const [chosen, choose] = useAddress('kind')
  const kind = kinds.find((one) => one === chosen)
  return (
    <Page title={kind ? words.connectKind(words.kinds[kind]) : words.connect} text={<Anchor component={Link} href="/channels" size="sm">← {words.back}</Anchor>}>
      <Steps present={kind ? 1 : 0} />
      {kind ? <Details key={kind} kind={kind} back={() => choose('')} connected={connected} /> : <Kinds choose={choose} />}
    </Page>
  )
}

function Kinds({ choose }: { choose: (kind: string) => void }) {
  const words = useWords(channels)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {kinds.map((kind) => (
        <Paper key={kind} component="button" type="button" ta="left" withBorder p="md" style={{ cursor: 'pointer' }} onClick={() => choose(kind)}>
          <Text component="span" display="block" fw={550}>{words.kinds[kind]}</Text>
          <Text component="span" display="block" size="sm" c="dimmed">{words.kindTexts[kind]}</Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

function Details({ kind, back, connected }: { kind: ChannelKind; back: () => void; connected: (id: string, verifyToken: string) => void }) {
  const words = { ...useWords(general), ...useWords(channels) }
  const form = useForm<Values>({ initialValues: { ...empty, name: words.kinds[kind] } })
  const { submit, fetching, fault } = useSubmit(createChannel, form)
  const save = form.onSubmit(async (values) => {
    const isPlain = kind === 'Sandbox'
    const data = await submit({
      input: {
        name: values.name,
        kind,
        ...(!isPlain && { settings: settingsInput(kind, values), secrets: secretsInput(kind, values) }),
        ...(values.messagesPerSecond.trim() && { messagesPerSecond: rateOf(kind, values) }),
      },
    })
    if (data) {
      connected(data.createChannel.id, values.secrets.verifyToken ?? '')
    }
  })
  return (
    <Paper withBorder p="md" maw={640}>
      <form onSubmit={save} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">{words.kindNeeds[kind]}</Text>
          <ErrorText fault={fault} />
          <Fields form={form} kind={kind} />
          <Group justify="space-between">
            <Button variant="default" onClick={back}>{words.otherKind}</Button>
            <Button type="submit" loading={fetching} data-testid="save">{words.create}</Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
