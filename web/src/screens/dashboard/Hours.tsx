import type { DashboardQuery } from '../../api/generated/graphql.ts'
import { Figure } from '../../parts/Figure.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { dashboard } from './words.ts'

type Found = NonNullable<DashboardQuery['messagingDashboard']>['hourly']

export function Hours({ hours }: { hours: Found }) {
  const words = useWords(dashboard)
  const format = useFormat()
  const numbers = {
    label: words.time,
    entries: hours.map(({ hour, sent, received }) => ({ name: `${String(hour).padStart(2, '0')}:00`, short: String(hour), values: { sent, received } })),
    series: [{ name: 'sent', label: words.sent }, { name: 'received', label: words.received }],
    write: format.number,
  }
  return <Figure title={words.hours} kind="bars" numbers={numbers} />
}
