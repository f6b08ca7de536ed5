import type { UseFormReturnType } from '@mantine/form'

import type { CampaignAudienceInput, CampaignTimeZone, CreateCampaignInput, UpdateCampaignInput } from '../../../api/generated/graphql.ts'
import { clockOf, timeOf } from '../../../parts/zone.ts'
import type { Campaign, Template } from '../queries.ts'

// fields are those of a contact that a parameter can take its value from.
export const fields = ['firstName', 'lastName', 'gender', 'phone', 'email', 'line1', 'line2', 'landmark', 'city', 'state', 'country', 'pinCode'] as const
export type Field = (typeof fields)[number]

// Parameter is where the value of a parameter of the template comes from: a field with a fallback, or
// with an empty field a text that is the same for all.
export interface Parameter {
  field: string
  text: string
  fallback: string
}

export type Who = 'everyone' | 'filter' | 'importId' | 'contactIds'

// Values are those of the form of a campaign. Their names are those of the input, so that the server's
// faults are shown at their fields.
export interface Values {
  name: string
  channelId: string
  templateId: string
  who: Who
  audience: { contactIds: string[]; importId: string; filter: { searchTerm: string }; tagsAll: string[]; tagsAny: string[]; tagsNone: string[] }
  parameters: Record<string, Parameter>
  // scheduledAt is what the clocks of the firm show: 2026-01-31T09:30. An empty one means at once.
  scheduledAt: string
  timeZone: CampaignTimeZone
  // quietHours are those of the firm unless they are its own.
  ownQuietHours: boolean
  quietHours: { from: string; to: string }
  messagesPerSecond: number | string
}

export type CampaignForm = UseFormReturnType<Values>

const quiet = { from: '21:00', to: '08:00' }

export const newValues: Values = {
  name: '',
  channelId: '',
  templateId: '',
  who: 'everyone',
  audience: { contactIds: [], importId: '', filter: { searchTerm: '' }, tagsAll: [], tagsAny: [], tagsNone: [] },
  parameters: {},
  scheduledAt: '',
  timeZone: 'Firm',
  ownQuietHours: false,
  quietHours: quiet,
  messagesPerSecond: '',
}

export function valuesOf(campaign: Campaign, zone: string): Values {
  const { audience, quietHours, scheduledAt, messagesPerSecond } = campaign
  return {
    name: campaign.name,
    channelId: campaign.channelId,
    templateId: campaign.templateId,
    who: audience.contactIds?.length ? 'contactIds' : audience.importId ? 'importId' : audience.filter ? 'filter' : 'everyone',
    audience: {
      contactIds: audience.contactIds ?? [],
      importId: audience.importId ?? '',
      filter: { searchTerm: audience.filter?.searchTerm ?? '' },
      tagsAll: audience.tagsAll ?? [],
      tagsAny: audience.tagsAny ?? [],
      tagsNone: audience.tagsNone ?? [],
    },
    parameters: parametersOf(campaign),
    scheduledAt: scheduledAt ? clockOf(scheduledAt, zone) : '',
    timeZone: campaign.timeZone,
    ownQuietHours: Boolean(quietHours),
    quietHours: quietHours ? { from: quietHours.from, to: quietHours.to } : quiet,
    messagesPerSecond: messagesPerSecond ?? '',
  }
}

function parametersOf(campaign: Campaign): Values['parameters'] {
  const stored = campaign.parameters as Record<string, Partial<Parameter>>
  return Object.fromEntries(Object.entries(stored).map(([name, { field = '', text = '', fallback = '' }]) => [name, { field, text, fallback }]))
}

// parametersFor returns the parameters of a template, with what was chosen for those of the same names.
// One with the name of a field is taken from the contact by default.
export function parametersFor(template: Pick<Template, 'parameters'>, chosen: Values['parameters']): Values['parameters'] {
  const names = template.parameters.map(({ name }) => name).filter((name) => name !== 'unsubscribeUrl')
  return Object.fromEntries(names.map((name) => {
    const isField = (fields as readonly string[]).includes(name)
    return [name, chosen[name] ?? { field: isField ? name : '', text: '', fallback: '' }]
  }))
}

// isComplete reports whether a campaign can be saved: the server refuses one without an audience, and
// texts that are empty.
export function isComplete({ name, channelId, templateId, who, audience, parameters, ownQuietHours, quietHours }: Values): boolean {
  const chosen = { everyone: true, contactIds: audience.contactIds.length > 0, importId: audience.importId !== '', filter: audience.filter.searchTerm.trim() !== '' }
  return name.trim() !== '' && channelId !== '' && templateId !== '' && chosen[who]
    && Object.values(parameters).every(({ field, text }) => field !== '' || text.trim() !== '')
    && (!ownQuietHours || (quietHours.from !== '' && quietHours.to !== ''))
}

// inputOf returns what the form sends, beside the id. zone is the time zone of the firm.
export function inputOf(values: Values, zone: string): CreateCampaignInput & Omit<UpdateCampaignInput, 'id'> {
  const { name, channelId, templateId, parameters, scheduledAt, timeZone, ownQuietHours, quietHours, messagesPerSecond } = values
  return {
    name,
    channelId,
    templateId,
    audience: audienceOf(values),
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, { field, text, fallback }]) => [name, field ? { field, ...(fallback.trim() && { fallback }) } : { text }])),
    scheduledAt: scheduledAt ? timeOf(scheduledAt, zone) : null,
    timeZone,
    quietHours: ownQuietHours ? quietHours : null,
    messagesPerSecond: typeof messagesPerSecond === 'number' ? messagesPerSecond : null,
  }
}

function audienceOf({ who, audience: { contactIds, importId, filter, tagsAll, tagsAny, tagsNone } }: Values): CampaignAudienceInput {
  const chosen = { everyone: { everyone: true }, contactIds: { contactIds }, importId: { importId }, filter: { filter } }
  return { ...chosen[who], tagsAll, tagsAny, tagsNone }
}
