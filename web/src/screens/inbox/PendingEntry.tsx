import { Button, Group } from '@mantine/core'

import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import type { Entries, Pending } from './entries.ts'
import { State } from './State.tsx'
import { inbox } from './words.ts'

// PendingEntry is an answer on its way to the server, or one that the server has refused.
export function PendingEntry({ pending: { key, text, fileName, occurredAt, fault }, entries }: { pending: Pending; entries: Entries }) {
  const words = { ...useWords(general), ...useWords(inbox) }
  const format = useFormat()
  return (
    <div className="inbox-entry" data-direction="Outbound" data-testid="message">
      {fileName && <div className="inbox-about">{fileName}</div>}
      {text && <div className="inbox-body">{text}</div>}
      <div className="inbox-meta">
        <time dateTime={occurredAt}>{format.time(occurredAt)}</time>
        {!fault && <State status="Sending" />}
      </div>
      {fault && (
        <div className="inbox-fault" role="alert">
          {words.refused}: {fault.message || words.noAnswer}
          <Group gap={6} mt={4}>
            <Button size="compact-xs" variant="default" onClick={() => entries.again(key)}>{words.again}</Button>
            <Button size="compact-xs" variant="default" onClick={() => entries.discard(key)}>{words.discard}</Button>
          </Group>
        </div>
      )}
    </div>
  )
}
