import { Text } from '@mantine/core'
import { useQuery } from 'urql'

import { contentOf, previewQuery } from '../../parts/preview/content.ts'
import { MessagePreview } from '../../parts/preview/MessagePreview.tsx'
import { useWords } from '../../words/language.ts'
import { Segments } from './Segments.tsx'
import { previewOf, type Values } from './values.ts'
import { templates } from './words.ts'

// Preview shows a template as people will see it, with its examples. What is stored is filled in by the server, as
// when it is sent; what is being typed is filled in here.
export function Preview({ values, storedId }: { values: Values; storedId?: string }) {
  const words = useWords(templates)
  const [{ data }] = useQuery({ query: previewQuery, variables: { input: { id: storedId ?? '' } }, pause: !storedId, requestPolicy: 'cache-and-network' })
  const stored = storedId ? data?.previewTemplate : undefined
  const content = stored ? contentOf(stored) : previewOf(values)
  if (!content.body.trim() && !content.html && !content.subject) {
    return <Text size="sm" c="dimmed">{words.previewEmpty}</Text>
  }
  return (
    <>
      <MessagePreview kind={values.kind} content={content} />
      {values.kind === 'Sms' && <Segments body={content.body} />}
    </>
  )
}
