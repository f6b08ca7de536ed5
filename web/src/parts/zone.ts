// The days of a firm are those of its time zone. A day is a text such as 2026-01-31.

export function today(timeZone: string): string {
  return dayOf(new Date(), timeZone)
}

const writers = new Map<string, Intl.DateTimeFormat>()

// dayOf returns the day of a time.
export function dayOf(time: string | Date, timeZone: string): string {
  const writer = writers.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  writers.set(timeZone, writer)
  return writer.format(new Date(time))
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

// beginning returns the time at which a day begins in a time zone. It is the first time of the day
// where the clock skips midnight.
export function beginning(day: string, timeZone: string): string {
  return timeOf(`${day}T00:00`, timeZone)
}

const dayLength = 24 * 60 * 60 * 1000

// timeOf returns the time at which the clocks of a time zone show a text such as 2026-01-31T09:30: the first one where they
// show it twice. Where they skip it, it is as much later.
export function timeOf(clock: string, timeZone: string): string {
  const wanted = Date.parse(`${clock}Z`)
  const first = wanted - offset(wanted - dayLength, timeZone)
  const second = wanted - offset(wanted + dayLength, timeZone)
  const shows = (time: number) => time + offset(time, timeZone) === wanted
  return new Date(!shows(first) && shows(second) ? second : first).toISOString()
}

// clockOf returns what the clocks of a time zone show at a time, to the minute.
export function clockOf(time: string, timeZone: string): string {
  const at = Date.parse(time)
  return new Date(at + offset(at, timeZone)).toISOString().slice(0, 16)
}

// offset returns by how many milliseconds a time zone is ahead of UTC at a time.
function offset(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
  }).formatToParts(time)
  const part = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - Math.floor(time / 1000) * 1000
}
