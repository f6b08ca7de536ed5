import { Conflict } from '../../../parts/Conflict.tsx'
import { timeOf } from '../../../parts/zone.ts'
import { useFormat } from '../../../words/format.ts'
import { general } from '../../../words/general.ts'
import { useWords } from '../../../words/language.ts'
import type { Names } from '../useNames.ts'
import { campaigns } from '../words.ts'
import type { Part } from './parts.ts'
import type { Draft } from './useDraft.ts'
import type { Values } from './values.ts'

interface Props {
  draft: Draft
  values: Values
  names: Pick<Names, 'channels' | 'templates'>
  zone: string
}

// Clash asks about the parts of a campaign that somebody else has changed beside the user.
export function Clash({ draft: { conflict }, values, names, zone }: Props) {
  const words = { ...useWords(general), ...useWords(campaigns) }
  const format = useFormat()
  const textOf = (part: Part, of: Values): string => {
    switch (part) {
      case 'name':
        return of.name
      case 'message': {
        const named = [...names.channels, ...names.templates].filter(({ id }) => id === of.channelId || id === of.templateId).map(({ name }) => name)
        return [...named, ...Object.values(of.parameters).map(({ field, text, fallback }) => (field ? [words.fields[field as keyof typeof words.fields], fallback].filter(Boolean).join(' / ') : text))].join(', ')
      }
      case 'audience': {
        const { contactIds, filter, tagsAll, tagsAny, tagsNone } = of.audience
        const chosen = {
          everyone: words.everyone, filter: `${words.found}: ${filter.searchTerm}`, importId: `${words.imported}: ${of.audience.importId}`, contactIds: words.contactCount(format.number(contactIds.length)),
        }
        const tags = [[words.tagsAll, tagsAll], [words.tagsAny, tagsAny], [words.tagsNone, tagsNone]] as const
        return [chosen[of.who], ...tags.filter(([, of]) => of.length > 0).map(([label, of]) => `${label}: ${of.join(', ')}`)].join('; ')
      }
      case 'when':
        return [of.scheduledAt ? format.dateTime(timeOf(of.scheduledAt, zone)) : words.now, of.timeZone === 'Recipient' ? words.recipientClock : words.firmClock].join('; ')
      case 'ownQuietHours':
        return of.ownQuietHours ? `${of.quietHours.from}–${of.quietHours.to}` : ''
      case 'speed':
        return String(of.messagesPerSecond)
    }
  }
  if (!conflict) {
    return null
  }
  return (
    <Conflict
      differences={conflict.parts.map((part) => ({ label: words[part], theirs: textOf(part, conflict.theirs), mine: textOf(part, values) }))}
      take={conflict.take}
      save={conflict.save}
    />
  )
}
