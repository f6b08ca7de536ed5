import { Grid, Paper, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState, type ReactNode } from 'react'

import { useMe } from '../../../session/me.ts'
import { useWords } from '../../../words/language.ts'
import type { Campaign, Template } from '../queries.ts'
import type { Names } from '../useNames.ts'
import { campaigns } from '../words.ts'
import { Audience } from './Audience.tsx'
import { Message } from './Message.tsx'
import { Preview } from './Preview.tsx'
import { Quote } from './Quote.tsx'
import { Schedule } from './Schedule.tsx'
import { useDraft } from './useDraft.ts'
import type { Values } from './values.ts'

interface Props {
  initial: Values
  campaign: Campaign | undefined
  show: (campaign: Campaign) => void
  names: Names
}

// Form has the parts of a campaign, and beside them what people will get and what it costs.
export function Form({ initial, campaign, show, names: { channels, templates } }: Props) {
  const words = useWords(campaigns)
  const zone = useMe().firm?.timeZone ?? 'UTC'
  const form = useForm({ initialValues: initial })
  // found is a template that was searched for: there may be more than were read at first.
  const [found, setFound] = useState<Template>()
  const names = { channels, templates: found && !templates.some(({ id }) => id === found.id) ? [...templates, found] : templates }
  const draft = useDraft(campaign, form, zone, show)
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          <Section title={words.message}><Message form={form} names={names} found={setFound} readOnly={!draft.may} /></Section>
          <Section title={words.audience}><Audience form={form} readOnly={!draft.may} /></Section>
          <Section title={words.when}><Schedule form={form} zone={zone} readOnly={!draft.may} /></Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack pos="sticky" top={64}>
          <Section title={words.quote}><Quote campaign={campaign} draft={draft} values={form.values} names={names} zone={zone} /></Section>
          <Section title={words.preview}><Preview values={form.values} templates={names.templates} /></Section>
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} mb="sm">{title}</Title>
      {children}
    </Paper>
  )
}
