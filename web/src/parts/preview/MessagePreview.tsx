import './preview.css'

import type { ChannelKind } from '../../api/generated/graphql.ts'
import { Bubble } from './Bubble.tsx'
import type { Content } from './content.ts'
import { Mail } from './Mail.tsx'

// MessagePreview shows a message as people will see it by a channel of a kind.
export function MessagePreview({ kind, content }: { kind: ChannelKind; content: Content }) {
  return kind === 'Email' ? <Mail content={content} /> : <Bubble kind={kind} content={content} />
}
