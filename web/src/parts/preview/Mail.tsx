import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'

import { useWords } from '../../words/language.ts'
import { framed } from './framed.ts'
import type { Content } from './content.ts'
import { preview } from './words.ts'

// Mail shows a mail: its subject and its HTML, or its text. The HTML is the firm's own, and is in a frame without
// scripts or requests.
export function Mail({ content }: { content: Content }) {
  const words = useWords(preview)
  const [form, setForm] = useState('html')
  const { subject, body, html } = content
  // A frame that is given another document while it still loads the one before may keep that one: each has a frame of its own.
  const [settled] = useDebouncedValue(html, 200)
  const document = useMemo(() => framed(settled), [settled])
  return (
    <Stack gap="sm" data-testid="preview">
      <div>
        <Text size="xs" c="dimmed">{words.subject}</Text>
        <Text size="sm" fw={620}>{subject || words.noSubject}</Text>
      </div>
      {html && <SegmentedControl size="xs" aria-label={words.form} value={form} onChange={setForm} data={[{ value: 'html', label: 'HTML' }, { value: 'text', label: words.plainText }]} />}
      {html && form === 'html' ? (
        <>
          <iframe key={document} className="preview-mail" title={words.mailFrame} sandbox="" srcDoc={document} referrerPolicy="no-referrer" />
          <Text size="xs" c="dimmed">{words.noPictures}</Text>
        </>
      ) : (
        <div className="preview-plain"><Text size="sm" className="preview-body">{body}</Text></div>
      )}
    </Stack>
  )
}
