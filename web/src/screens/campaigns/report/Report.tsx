import { Alert, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'

import { Page } from '../../../parts/Page.tsx'
import { useMe } from '../../../session/me.ts'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import { Tier } from '../../channels/Tier.tsx'
import { Bar, drawn } from '../Bar.tsx'
import { Back } from '../CampaignPage.tsx'
import { Preview } from '../editor/Preview.tsx'
import { valuesOf } from '../editor/values.ts'
import type { Campaign } from '../queries.ts'
import { Status } from '../Status.tsx'
import { useNames } from '../useNames.ts'
import { campaigns } from '../words.ts'
import { Controls } from './Controls.tsx'
import { Reasons } from './Reasons.tsx'
import { Recipients } from './Recipients.tsx'

// Report shows how far a campaign is, what it costs, and what became of each recipient.
export function Report({ campaign }: { campaign: Campaign }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const zone = useMe().firm?.timeZone ?? 'UTC'
  const names = useNames(campaign.templateId)
  const { status, pauseReason, startedAt, finishedAt, counts } = campaign
  const template = names.templates.find(({ id }) => id === campaign.templateId)
  const channel = names.channels.find(({ id }) => id === campaign.channelId)
  const facts = [
    channel?.name,
    template?.name,
    startedAt && words.started(format.dateTime(startedAt)),
    finishedAt && words.finished(format.dateTime(finishedAt)),
  ]
  return (
    <Page
      title={campaign.name}
      text={<Group gap="xs" component="span"><Back /><Status status={status} />{facts.filter(Boolean).map((fact) => <span key={fact}>{fact}</span>)}</Group>}
      actions={<Controls campaign={campaign} />}
    >
      {pauseReason && <Alert color="yellow" variant="light" p="sm" role="status">{words.pauseReasons[pauseReason]}</Alert>}
      {channel?.kind === 'WhatsApp' && status === 'Running' && counts.queued > 0 && <Tier />}
      {status === 'Preparing' && <Text size="sm" role="status">{words.preparing}</Text>}
      <Paper withBorder p="md" component="section" aria-label={words.live}>
        <Stack gap="sm">
          <Bar counts={counts} size={14} />
          <Legend campaign={campaign} />
          <Figures campaign={campaign} />
        </Stack>
      </Paper>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Paper withBorder p="md" component="section" aria-label={words.preview}>
          <Title order={2} mb="sm">{words.preview}</Title>
          <Preview values={valuesOf(campaign, zone)} templates={names.templates} />
        </Paper>
        {campaign.reasons.length > 0 && <Reasons campaign={campaign} />}
      </SimpleGrid>
      <Recipients campaign={campaign} />
    </Page>
  )
}

function Legend({ campaign: { counts } }: { campaign: Campaign }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const entries = [...drawn, ['queued', 'Queued', 'var(--mantine-color-default-border)'] as const].filter(([name]) => counts[name] > 0)
  return (
    <Group gap="md" component="ul" p={0} m={0} aria-live="polite" data-testid="counts">
      {entries.map(([name, state, colour]) => (
        <Group key={name} component="li" gap={6} wrap="nowrap" style={{ listStyle: 'none' }}>
          <Text span w={10} h={10} bdrs="sm" bg={colour} aria-hidden="true" />
          <Text span size="sm">{words.states[state]} {format.number(counts[name])}</Text>
        </Group>
      ))}
    </Group>
  )
}

function Figures({ campaign: { counts, held, spent, currency } }: { campaign: Campaign }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const arrived = counts.delivered + counts.read
  const called = counts.sent + arrived + counts.failed + counts.unknown
  const share = (part: number) => (called > 0 ? format.percent(part / called) : '–')
  const figures: [string, string][] = [
    [words.recipients, format.number(counts.recipients)],
    [words.skippedFigure, format.number(counts.skipped)],
    [words.deliveryRate, share(arrived)],
    [words.readRate, share(counts.read)],
    [words.failedFigure, format.number(counts.failed)],
    [words.held, format.money(held, currency)],
    [words.spent, format.money(spent, currency)],
  ]
  return (
    <SimpleGrid cols={{ base: 2, xs: 4, md: 7 }} spacing="xs" verticalSpacing="xs" component="dl" m={0}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">{name}</Text>
          <Text component="dd" m={0} fz="lg" fw={600} className="number" ta="start">{figure}</Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
