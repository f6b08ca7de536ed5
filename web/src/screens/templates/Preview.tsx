import { Text } from '@mantine/core'
import { useQuery } from 'urql'

import type { ChannelKind } from '../../api/generated/graphql.ts'
import { useWords } from '../../words/language.ts'
import { Bubble } from './Bubble.tsx'
import { Mail } from './Mail.tsx'
import { previewQuery } from './queries.ts'
import { Segments } from './Segments.tsx'
import { previewOf, type Content, type Values } from './values.ts'
import { templates } from './words.ts'

// Preview shows a template as people will see it, with its examples. What is stored is filled in by the server, as
// when it is sent; what is being typed is filled in here.
export function Preview({ values, storedId }: { values: Values; storedId?: string }) {
  const words = useWords(templates)
  const [{ data }] = useQuery({ query: previewQuery, variables: { input: { id: storedId ?? '' } }, pause: !storedId, requestPolicy: 'cache-and-network' })
  const stored = storedId ? data?.previewTemplate : undefined
  const content: Content = stored
    ? {
        ...stored, header: stored.header ?? { type: '', text: '' }, footer: stored.footer ?? '', subject: stored.subject ?? '', html: stored.html ?? '',
      }
    : previewOf(values)
  if (!content.body.trim() && !content.html && !content.subject) {
    return <Text size="sm" c="dimmed">{words.previewEmpty}</Text>
  }
  return <Shown kind={values.kind} content={content} />
}

function Shown({ kind, content }: { kind: ChannelKind; content: Content }) {
  if (kind === 'Email') {
    return <Mail content={content} />
  }
  return (
    <>
      <Bubble kind={kind} content={content} />
      {kind === 'Sms' && <Segments body={content.body} />}
    </>
  )
}
