import { Anchor, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'wouter'

import { listProps } from '../../../parts/listProps.ts'
import { useCan } from '../../../session/me.ts'
import { general } from '../../../words/general.ts'
import { useWords } from '../../../words/language.ts'
import { useSendable } from '../../templates/useSendable.ts'
import type { Template } from '../queries.ts'
import type { Names } from '../useNames.ts'
import { campaigns } from '../words.ts'
import { Parameters } from './Parameters.tsx'
import { parametersFor, type CampaignForm } from './values.ts'

interface Props {
  form: CampaignForm
  names: Pick<Names, 'channels' | 'templates'>
  // found is called with a template that was chosen.
  found: (template: Template) => void
  readOnly: boolean
}

// Message is the name of a campaign, and what it sends by which channel.
export function Message({ form, names, found, readOnly }: Props) {
  const words = { ...useWords(general), ...useWords(campaigns) }
  const can = useCan()
  const { channelId, templateId } = form.values
  const kind = names.channels.find(({ id }) => id === channelId)?.kind
  const [typed, setTyped] = useState('')
  const template = names.templates.find(({ id }) => id === templateId)
  const [searchTerm] = useDebouncedValue(template && typed === labelOf(template) ? '' : typed.trim().replace(/ ·.*$/, ''), 200)
  const { templates: searched = [], isAll, fetching } = useSendable({ kind, searchTerm })
  const known = [...names.templates, ...searched.filter(({ id }) => names.templates.every((one) => one.id !== id))]
  const usable = (channel: string, of: string | undefined) =>
    known.filter((template) => template.approvedVersion && (template.channelId ? template.channelId === channel : template.kind === of))
  const templates = usable(channelId, kind)
  const chooseTemplate = (next: string) => {
    const chosen = known.find(({ id }) => id === next)
    if (chosen) {
      found(chosen)
    }
    form.setFieldValue('templateId', next)
    form.setFieldValue('parameters', chosen ? parametersFor(chosen, form.values.parameters) : {})
  }
  const chooseChannel = (next: string) => {
    form.setFieldValue('channelId', next)
    const others = usable(next, names.channels.find(({ id }) => id === next)?.kind)
    if (!others.some(({ id }) => id === templateId)) {
      chooseTemplate(others[0]?.id ?? '')
    }
  }
  return (
    <Stack gap="sm">
      <TextInput label={words.name} maxLength={200} readOnly={readOnly} {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <Select
          label={words.channel}
          data={names.channels.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          {...listProps(readOnly)}
          {...form.getInputProps('channelId')}
          onChange={(next) => next && chooseChannel(next)}
        />
        <Select
          label={words.template}
          data={templates.map((one) => ({ value: one.id, label: labelOf(one) }))}
          onSearchChange={setTyped}
          allowDeselect={false}
          searchable
          {...listProps(readOnly)}
          nothingFoundMessage={words.nothingFound}
          {...form.getInputProps('templateId')}
          value={templateId || null}
          onChange={(next) => next && chooseTemplate(next)}
        />
      </SimpleGrid>
      {templates.length === 0 && isAll && !fetching && !searchTerm && (
        <Text size="sm">
          {words.noTemplate} {can('MessagingTemplate:Create') && <Anchor component={Link} href="/templates" size="sm" underline="always">{words.makeTemplate}</Anchor>}
        </Text>
      )}
      {template && <Parameters form={form} template={template} readOnly={readOnly} />}
    </Stack>
  )
}

function labelOf({ name, language }: Template): string {
  return `${name} · ${language}`
}
