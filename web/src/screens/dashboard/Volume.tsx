import type { DashboardQuery } from '../../api/generated/graphql.ts'
import { Figure } from '../../parts/Figure.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { dashboard } from './words.ts'

type Found = NonNullable<DashboardQuery['messagingDashboard']>['volume']

// Volume shows the messages of each hour of a day, each day, or each month of a year.
export function Volume({ volume }: { volume: Found }) {
  const words = useWords(dashboard)
  const format = useFormat()
  const dates = volume.points.map((point) => point.date)
  const hourly = (dates[0]?.length ?? 0) > 10
  const monthly = !hourly && dates.length > 1 && dates.every((date) => date.endsWith('-01'))
  const entries = volume.points.map(({ date, sent, received }) => {
    const name = hourly ? date.slice(11, 16) : monthly ? format.month(date) : format.day(date)
    return { name, short: hourly ? name : monthly ? name.slice(0, 3) : format.shortDay(date), values: { sent, received } }
  })
  const numbers = {
    label: hourly ? words.time : monthly ? words.month : words.date,
    entries,
    series: [{ name: 'sent', label: words.sent }, { name: 'received', label: words.received }],
    write: format.number,
  }
  return <Figure title={words.volume} text={`${format.day(volume.from)} – ${format.day(volume.to)}`} kind={entries.length > 31 ? 'lines' : 'bars'} numbers={numbers} />
}
