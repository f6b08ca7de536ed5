import type {
  ChannelKind, CreateTemplateInput, MessageCategory, TemplateButtonType, TemplateHeaderType, TemplateQuery, UpdateTemplateInput,
} from '../../api/generated/graphql.ts'
import type { Content } from '../../parts/preview/content.ts'
import { changesOf, clashesOf } from '../../parts/changes.ts'
import { escaped, filled, namesIn, parametersOf, unsubscribeUrl, type Parameter } from './parameters.ts'

export type Template = NonNullable<TemplateQuery['template']>

export const kinds: ChannelKind[] = ['WhatsApp', 'Sms', 'Email', 'Sandbox']
export const categories: MessageCategory[] = ['Marketing', 'Utility', 'Authentication', 'Service']
export const headerTypes: TemplateHeaderType[] = ['Text', 'Image', 'Document']
export const buttonTypes: TemplateButtonType[] = ['QuickReply', 'Url', 'Phone', 'CopyCode']

export interface Values extends Content {
  name: string
  language: string
  kind: ChannelKind
  channelId: string
  category: MessageCategory
  parameters: Parameter[]
}

export function newValues(kind: ChannelKind): Values {
  return {
    name: '', language: 'en', kind, channelId: '', category: 'Utility', header: { type: '', text: '' }, body: '', footer: '', buttons: [], subject: '', html: '', parameters: [],
  }
}

export function valuesOf({ name, language, kind, channelId, category, header, body, footer, buttons, subject, html, parameters }: Template): Values {
  return {
    name, language, kind, category, body,
    channelId: channelId ?? '',
    header: header ? { type: header.type, text: header.text } : { type: '', text: '' },
    footer: footer ?? '',
    subject: subject ?? '',
    html: html ?? '',
    buttons: buttons.map(({ type, text, value }) => ({ type, text, value })),
    parameters: parameters.map(({ name, example }) => ({ name, example })),
  }
}

// hasParts reports whether templates of a kind have a header, a footer and buttons.
export function hasParts(kind: ChannelKind): boolean {
  return kind === 'WhatsApp' || kind === 'Sandbox'
}

// parametersIn returns the names of the parameters to give examples for.
export function parametersIn(values: Values): string[] {
  const { kind, header, body, buttons, subject, html } = values
  const texts = hasParts(kind) ? [header.type ? header.text : '', body, ...buttons.map(({ value }) => value)] : kind === 'Email' ? [subject, body, html] : [body]
  return namesIn(texts).filter((name) => kind !== 'Email' || name !== unsubscribeUrl)
}

// contentInput has the parts of the kind alone. Null removes a part.
function contentInput(values: Values) {
  const { kind, category, header, body, footer, buttons, subject, html, parameters } = values
  const isMail = kind === 'Email'
  return {
    category,
    header: hasParts(kind) && header.type ? { type: header.type, text: header.text } : null,
    body,
    footer: hasParts(kind) && footer ? footer : null,
    buttons: hasParts(kind) ? buttons : [],
    subject: isMail && subject ? subject : null,
    html: isMail && html ? html : null,
    parameters,
  }
}

export function createInput(values: Values): CreateTemplateInput {
  const { name, language, kind, channelId } = values
  return { name, language, kind, ...(channelId && { channelId }), ...contentInput(values) }
}

// updateInput has the parts that are not stored.
export function updateInput(id: string, stored: Values, values: Values): UpdateTemplateInput {
  return { id, ...changesOf(contentInput(stored), contentInput(values)) }
}

// merged returns what somebody else has saved, with what a form has changed since it began, and the parameters of these texts.
export function merged(before: Values, theirs: Values, mine: Values): Values {
  const next = { ...theirs, ...changesOf(before, mine) }
  const examples = ({ parameters }: Values) => parameters.map(({ name, example }) => [name, example] as const)
  const old = new Map(examples(before))
  const own = examples(mine).filter(([name, example]) => example !== old.get(name))
  const known = new Map([...examples(mine), ...examples(theirs), ...own])
  return { ...next, parameters: parametersOf(parametersIn(next), known) }
}

export type Part = Exclude<keyof ReturnType<typeof contentInput>, 'parameters'>

// clashes returns the parts that both a form and somebody else have changed.
export function clashes(before: Values, theirs: Values, mine: Values): Part[] {
  return clashesOf(contentInput(before), contentInput(theirs), contentInput(mine)).filter((name) => name !== 'parameters')
}

// previewOf returns the texts as people will see them, with the examples.
export function previewOf(values: Values): Content {
  const examples = { [unsubscribeUrl]: 'https://example.com/u/token', ...Object.fromEntries(values.parameters.map(({ name, example }) => [name, example])) }
  const fill = (text: string) => filled(text, examples)
  const parts = hasParts(values.kind)
  return {
    header: parts ? { type: values.header.type, text: fill(values.header.text) } : { type: '', text: '' },
    body: fill(values.body),
    footer: parts ? values.footer : '',
    buttons: parts ? values.buttons.map((button) => ({ ...button, value: fill(button.value) })) : [],
    subject: fill(values.subject),
    html: filled(values.html, Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, escaped(value)]))),
  }
}
