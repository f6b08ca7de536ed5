import { useMe } from '../session/me.ts'
import { useLanguage } from './language.ts'

// Format writes numbers, money and times in the language of the console, with the currency and the
// time zone of the firm.
export interface Format {
  number: (value: number) => string
  percent: (share: number) => string
  money: (amount: number, currency?: string) => string
  day: (time: string) => string
  // shortDay leaves the year out, and month the day.
  shortDay: (day: string) => string
  month: (day: string) => string
  dateTime: (time: string) => string
  // time leaves the day out.
  time: (time: string) => string
  // size writes a number of bytes in the largest unit of which it has at least one.
  size: (bytes: number) => string
  // ago says how long ago a time was: 5 minutes ago.
  ago: (time: string) => string
}

// formats are shared by all components: to make one takes a browser longer than to draw a row of a list.
const formats = new Map<string, Format>()

// useFormat returns the format of the firm. For what belongs to another firm, zone is the time zone of that one.
export function useFormat(zone?: string): Format {
  const language = useLanguage()
  const { currency = 'EUR', timeZone: own = 'UTC' } = useMe().firm ?? {}
  const timeZone = zone ?? own
  const key = `${language} ${currency} ${timeZone}`
  const format = formats.get(key) ?? newFormat(language, currency, timeZone)
  formats.set(key, format)
  return format
}

export function newFormat(language: string, ownCurrency: string, timeZone: string): Format {
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })
  const plainDay = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const onlyTime = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    money: (amount, currency = ownCurrency) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 4 }).format(amount),
    // A text such as 2026-01-31 is a day already, whatever the time zone.
    day: (time) => (time.length === 10 ? plainDay : day).format(new Date(time)),
    shortDay: (day) => shortDay.format(new Date(day)),
    month: (day) => month.format(new Date(day)),
    dateTime: (time) => dateTime.format(new Date(time)),
    time: (time) => onlyTime.format(new Date(time)),
    size: (bytes) => {
      const power = Math.max(0, Math.min(3, Math.floor(Math.log2(bytes) / 10)))
      const size = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1024 ** power)
      return `${size} ${['B', 'KiB', 'MiB', 'GiB'][power]}`
    },
    ago: (time) => {
      const [count, unit] = distance((new Date(time).getTime() - Date.now()) / 1000)
      return relative.format(count, unit)
    },
  }
}

// distance returns a number of seconds in the largest unit of which it has at least one.
export function distance(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const units: [Intl.RelativeTimeFormatUnit, number][] = [['year', 31_557_600], ['month', 2_629_800], ['day', 86_400], ['hour', 3600], ['minute', 60]]
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) {
      return [Math.trunc(seconds / length), unit]
    }
  }
  return [Math.trunc(seconds), 'second']
}
