import { Group, Text } from '@mantine/core'
import { useState } from 'react'

import { faultOf } from '../../../api/fault.ts'
import { Empty } from '../../../parts/Empty.tsx'
import { ErrorText } from '../../../parts/ErrorText.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Rows } from '../../../parts/Rows.tsx'
import { useAddress } from '../../../parts/useAddress.ts'
import { today } from '../../../parts/zone.ts'
import { useMe } from '../../../session/me.ts'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import { Back } from '../CampaignPage.tsx'
import { Needs } from '../NothingYet.tsx'
import type { Campaign, Template } from '../queries.ts'
import { Controls } from '../report/Controls.tsx'
import { Status } from '../Status.tsx'
import { useNames, type Names } from '../useNames.ts'
import { campaigns } from '../words.ts'
import { Form } from './Form.tsx'
import { newValues, parametersFor, valuesOf, type Values } from './values.ts'

interface Props {
  campaign: Campaign | undefined
  // show brings the address to a campaign that was just made.
  show: (campaign: Campaign) => void
}

// Editor is where a campaign is written, and executed. A new one begins with a channel that has an approved
// template, with that template, and with everyone; without a template where it must be searched for.
export function Editor({ campaign, show }: Props) {
  const words = useWords(campaigns)
  const format = useFormat()
  const zone = useMe().firm?.timeZone ?? 'UTC'
  const [wanted] = useAddress('template')
  const names = useNames(campaign?.templateId ?? wanted)
  // A form that is shown stays while another template is read: somebody may type in it.
  const [isShown, setShown] = useState(false)
  if (names.isRead && !names.error && !isShown) {
    setShown(true)
  }
  const initial = campaign ? valuesOf(campaign, zone) : defaultsOf(names, wanted)
  if (initial && !campaign) {
    initial.name = words.defaultName(names.templates.find(({ id }) => id === initial.templateId)?.name ?? '', format.day(today(zone)))
  }
  return (
    <Page
      title={campaign?.name ?? words.newCampaign}
      text={<Group gap="xs" component="span"><Back />{campaign && <Status status={campaign.status} />}</Group>}
      actions={campaign?.status === 'Scheduled' && <Controls campaign={campaign} />}
    >
      {campaign?.status === 'Scheduled' && campaign.scheduledAt && <Text size="sm">{words.waitsUntil(format.dateTime(campaign.scheduledAt))}</Text>}
      {!isShown && !names.isRead ? <Rows />
        : !isShown && names.error ? <ErrorText fault={faultOf(names.error)} />
        : !initial ? <Empty title={words.newCampaign}><Needs /></Empty>
        : <Form initial={initial} campaign={campaign} show={show} names={names} />}
    </Page>
  )
}

const categories = ['Marketing', 'Utility', 'Service', 'Authentication']

// defaultsOf returns the values of a new campaign, if the firm has a channel and an approved template for it: that
// of the address if it can be sent.
function defaultsOf({ channels, templates, areAll }: Names, wanted: string): Values | undefined {
  const order = ({ id, category }: Template) => (id === wanted ? -1 : categories.indexOf(category))
  const approved = templates.filter(({ approvedVersion }) => approvedVersion).sort((a, b) => order(a) - order(b))
  for (const template of approved) {
    const channel = channels.find(({ id, kind }) => (template.channelId ? id === template.channelId : kind === template.kind))
    if (channel) {
      return { ...newValues, channelId: channel.id, templateId: template.id, parameters: parametersFor(template, {}) }
    }
  }
  const [channel] = channels
  return channel && !areAll ? { ...newValues, channelId: channel.id } : undefined
}
