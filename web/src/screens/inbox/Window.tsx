import { Alert, Text } from '@mantine/core'
import { useEffect, useState } from 'react'

import { useLanguage, useWords } from '../../words/language.ts'
import type { Conversation } from './queries.ts'
import { inbox } from './words.ts'

// WindowState says whether a firm may write freely: for 24 hours after the person's last message by
// WhatsApp, and always by other channels.
interface WindowState {
  isOpen: boolean
  // left is the time until it closes, in milliseconds; undefined where it never does.
  left?: number
  isNew: boolean
}

export function useWindow({ channelKind, windowUntil }: Conversation): WindowState {
  const [now, setNow] = useState(Date.now)
  const isLimited = channelKind === 'WhatsApp'
  useEffect(() => {
    setNow(Date.now())
    const timer = isLimited ? setInterval(() => setNow(Date.now()), 15_000) : undefined
    return () => clearInterval(timer)
  }, [isLimited, windowUntil])
  if (!isLimited) {
    return { isOpen: true, isNew: false }
  }
  const left = windowUntil ? Date.parse(windowUntil) - now : 0
  return { isOpen: left > 0, left, isNew: !windowUntil }
}

// Window shows how long the firm may still write freely, or that it may not.
export function Window({ window: { isOpen, isNew, left }, mayUseTemplate }: { window: WindowState; mayUseTemplate: boolean }) {
  const words = useWords(inbox)
  const language = useLanguage()
  if (left === undefined) {
    return null
  }
  if (isOpen) {
    return <Text size="xs" c="dimmed" mb={4}>{words.window(inHours(left, language))}</Text>
  }
  return (
    <Alert color="yellow" variant="light" p="xs" mb={6} role="status">
      <Text size="sm">{isNew ? words.windowNever : words.windowClosed}</Text>
      {!mayUseTemplate && <Text size="sm">{words.noTemplates}</Text>}
    </Alert>
  )
}

// inHours writes a time in hours, and in minutes where it is less than an hour.
function inHours(left: number, language: string): string {
  const minutes = Math.max(1, Math.floor(left / 60_000))
  const [count, unit] = minutes >= 60 ? [Math.floor(minutes / 60), 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
