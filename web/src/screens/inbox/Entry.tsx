import { memo } from 'react'

import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { Failure } from './Failure.tsx'
import { Media } from './Media.tsx'
import type { Entry as Stored } from './queries.ts'
import { State } from './State.tsx'
import { inbox } from './words.ts'

// Entry is a message or a note.
export const Entry = memo(function Entry({ entry }: { entry: Stored }) {
  const words = useWords(inbox)
  const format = useFormat()
  const { id, direction, body, subject, templateName, media, status, occurredAt, deliveredAt, readAt, errorText, errorCode, by } = entry
  const reached = readAt ?? deliveredAt
  return (
    <div className="inbox-entry" data-direction={direction} data-testid="message">
      {direction === 'Note' && <div className="inbox-about">{by ? words.noteBy(by) : words.note}</div>}
      {templateName && <div className="inbox-about">{words.template(templateName)}</div>}
      {subject && <div className="inbox-subject">{subject}</div>}
      {media && <Media id={id} media={media} />}
      {(body ?? media?.caption) && <div className="inbox-body">{body ?? media?.caption}</div>}
      <div className="inbox-meta">
        <time dateTime={occurredAt} title={format.dateTime(occurredAt)}>{format.time(occurredAt)}</time>
        {direction === 'Outbound' && status && (
          <State status={status} title={reached ? words.at(words.states[status], format.dateTime(reached)) : undefined} />
        )}
      </div>
      {status === 'Failed' && <Failure state={words.states.Failed} code={errorCode} text={errorText} />}
    </div>
  )
})
