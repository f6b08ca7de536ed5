import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

import type { ChannelKind } from '../../api/generated/graphql.ts'
import { useWords } from '../../words/language.ts'
import type { Content } from './content.ts'
import { preview } from './words.ts'

// Bubble shows a message as on a telephone.
export function Bubble({ kind, content }: { kind: ChannelKind; content: Content }) {
  const words = useWords(preview)
  const { header, body, footer, buttons } = content
  return (
    <div className="preview-phone">
      <div className="preview-bubble" data-testid="preview">
        {header.type === 'Text' && header.text && <Text size="sm" fw={620}>{header.text}</Text>}
        {(header.type === 'Image' || header.type === 'Document') && (
          <div className="preview-file">
            <Text size="xs">{words.fileTypes[header.type]}</Text>
            <Text size="xs" style={{ overflowWrap: 'anywhere' }}>{header.text}</Text>
          </div>
        )}
        <Text size="sm" className="preview-body">{kind === 'WhatsApp' ? formatted(body) : body}</Text>
        {footer && <Text size="xs" c="dimmed">{footer}</Text>}
        {buttons.length > 0 && (
          <ul className="preview-buttons">
            {buttons.map((button, place) => (
              <li key={place} title={button.value || undefined}>{button.type === 'CopyCode' ? words.copyCode(button.value) : button.text || words.button}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const marks = { '*': (text: string, key: number) => <strong key={key}>{text}</strong>, _: (text: string, key: number) => <em key={key}>{text}</em>, '~': (text: string, key: number) => <s key={key}>{text}</s> }

// formatted shows what WhatsApp does with *bold*, _italic_ and ~struck~ text.
function formatted(body: string): ReactNode[] {
  return body.split(/(\*[^*\n]+\*|(?<!\w)_[^_\n]+_(?!\w)|~[^~\n]+~)/).map((part, place) => {
    const mark = place % 2 === 1 ? marks[part[0] as keyof typeof marks] : undefined
    return mark ? mark(part.slice(1, -1), place) : part
  })
}
