import type { MessageStatus } from '../../api/generated/graphql.ts'
import { CheckIcon, ChecksIcon, CloseIcon, JobIcon, WarningIcon, type Icon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { inbox } from './words.ts'

const icons: Record<MessageStatus, Icon> = {
  Queued: JobIcon, Sending: JobIcon, Sent: CheckIcon, Delivered: ChecksIcon, Read: ChecksIcon, Failed: WarningIcon, Unknown: WarningIcon, Cancelled: CloseIcon,
}

// State shows how far an own message has come.
export function State({ status, title }: { status: MessageStatus; title?: string }) {
  const { states } = useWords(inbox)
  const Icon = icons[status]
  return (
    <span className="inbox-state" data-status={status} role="img" aria-label={states[status]} title={title ?? states[status]}>
      <Icon size={14} />
    </span>
  )
}
