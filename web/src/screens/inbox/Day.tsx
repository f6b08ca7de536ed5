import { addDays, today } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { useLanguage } from '../../words/language.ts'

// Day separates the messages of a day of the firm from those before.
export function Day({ day }: { day: string }) {
  const format = useFormat()
  const now = today(useMe().firm?.timeZone ?? 'UTC')
  const relative = new Intl.RelativeTimeFormat(useLanguage(), { numeric: 'auto' })
  const name = day === now ? relative.format(0, 'day') : day === addDays(now, -1) ? relative.format(-1, 'day') : format.day(day)
  return <div className="inbox-day"><span>{name}</span></div>
}
