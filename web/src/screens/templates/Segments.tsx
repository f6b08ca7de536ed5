import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from 'urql'

import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { segmentsQuery } from './queries.ts'
import { templates } from './words.ts'

// Segments says how many messages an SMS is charged as, a moment after the last key.
export function Segments({ body }: { body: string }) {
  const words = useWords(templates)
  const format = useFormat()
  const [counted] = useDebouncedValue(body.slice(0, 4096), 250)
  const [{ data }] = useQuery({ query: segmentsQuery, variables: { input: { body: counted } }, requestPolicy: 'cache-first' })
  const count = data?.countSegments
  return (
    <div aria-live="polite" data-testid="segments">
      {count && (
        <>
          <Text size="sm">{words.segments(format.number(count.segments))} · {words.charactersLeft(format.number(count.charactersLeft))}</Text>
          <Text size="xs" c="dimmed">{words.encodings[count.encoding]}</Text>
        </>
      )}
    </div>
  )
}
