import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from 'urql'

import { graphql } from '../api/graphql.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { segments } from '../words/segments.ts'

const segmentsQuery = graphql(`
  query CountSegments($input: CountSegmentsInput!) { countSegments(input: $input) { encoding segments charactersLeft } }
`)

// Segments says how many messages an SMS is charged as, a moment after the last key.
export function Segments({ body }: { body: string }) {
  const words = useWords(segments)
  const format = useFormat()
  const [counted] = useDebouncedValue(body.slice(0, 4096), 250)
  const [{ data }] = useQuery({ query: segmentsQuery, variables: { input: { body: counted } }, requestPolicy: 'cache-first' })
  const count = data?.countSegments
  return (
    <div aria-live="polite" data-testid="segments">
      {count && (
        <>
          <Text size="sm">{words.count(format.number(count.segments))} · {words.charactersLeft(format.number(count.charactersLeft))}</Text>
          <Text size="xs" c="dimmed">{words.encodings[count.encoding]}</Text>
        </>
      )}
    </div>
  )
}
