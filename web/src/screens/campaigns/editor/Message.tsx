import { Anchor, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Link } from 'wouter'

import { useCan } from '../../../session/me.ts'
import { general } from '../../../words/general.ts'
import { useWords } from '../../../words/language.ts'
import type { Names } from '../useNames.ts'
import { campaigns } from '../words.ts'
import { Parameters } from './Parameters.tsx'
import { parametersFor, type CampaignForm } from './values.ts'

// Message is the name of a campaign, and what it sends by which channel.
export function Message({ form, names, readOnly }: { form: CampaignForm; names: Names; readOnly: boolean }) {
  const words = { ...useWords(general), ...useWords(campaigns) }
  const can = useCan()
  const { channelId, templateId } = form.values
  const kind = names.channels.find(({ id }) => id === channelId)?.kind
  const usable = (channel: string, of: string | undefined) =>
    names.templates.filter((template) => template.approvedVersion && (template.channelId ? template.channelId === channel : template.kind === of))
  const templates = usable(channelId, kind)
  const template = names.templates.find(({ id }) => id === templateId)
  const chooseTemplate = (next: string) => {
    const chosen = names.templates.find(({ id }) => id === next)
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
          readOnly={readOnly}
          {...form.getInputProps('channelId')}
          onChange={(next) => next && chooseChannel(next)}
        />
        <Select
          label={words.template}
          data={templates.map(({ id, name, language }) => ({ value: id, label: `${name} · ${language}` }))}
          allowDeselect={false}
          searchable
          readOnly={readOnly}
          nothingFoundMessage={words.noTemplate}
          {...form.getInputProps('templateId')}
          value={templateId || null}
          onChange={(next) => next && chooseTemplate(next)}
        />
      </SimpleGrid>
      {templates.length === 0 && (
        <Text size="sm">
          {words.noTemplate} {can('MessagingTemplate:Create') && <Anchor component={Link} href="/templates" size="sm" underline="always">{words.makeTemplate}</Anchor>}
        </Text>
      )}
      {template && <Parameters form={form} template={template} readOnly={readOnly} />}
    </Stack>
  )
}
