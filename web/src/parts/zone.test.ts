import { expect, test } from '@playwright/test'

import { addDays, beginning, clockOf, timeOf } from './zone.ts'

test('a day begins at midnight of the time zone', () => {
  expect(beginning('2026-01-31', 'UTC')).toBe('2026-01-31T00:00:00.000Z')
  expect(beginning('2026-01-31', 'America/Sao_Paulo')).toBe('2026-01-31T03:00:00.000Z')
  expect(beginning('2026-01-31', 'Pacific/Kiritimati')).toBe('2026-01-30T10:00:00.000Z')
  expect(beginning('2026-01-31', 'Asia/Kolkata')).toBe('2026-01-30T18:30:00.000Z')
})

test('days on which the clock changes begin at midnight, too', () => {
  expect(beginning('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
  expect(beginning('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z')
  expect(beginning('2026-10-25', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z')
  expect(beginning('2026-10-26', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z')
})

test('where the clock skips midnight a day begins at the first time that it has', () => {
  expect(beginning('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z')
  expect(beginning('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z')
})

test('days are counted over the ends of months', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

test('clocks of a time zone and times are converted both ways', () => {
  expect(timeOf('2026-07-01T09:30', 'America/Sao_Paulo')).toBe('2026-07-01T12:30:00.000Z')
  expect(clockOf('2026-07-01T12:30:00Z', 'America/Sao_Paulo')).toBe('2026-07-01T09:30')
  expect(clockOf(timeOf('2026-03-30T02:30', 'Europe/Berlin'), 'Europe/Berlin')).toBe('2026-03-30T02:30')
})

test('of an hour that clocks show twice it is the first, and a skipped one is as much later', () => {
  for (const [clock, zone, time] of [
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'], ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'], ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-10-25T12:00', 'Europe/Berlin', '2026-10-25T11:00:00.000Z'], ['2026-03-08T12:00', 'America/New_York', '2026-03-08T16:00:00.000Z'],
  ]) expect(timeOf(clock!, zone!)).toBe(time)
})
