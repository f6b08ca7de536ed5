import { Badge } from '@mantine/core'

import type { ConsentState } from '../../api/generated/graphql.ts'
import { useWords } from '../../words/language.ts'
import { consent } from './words.ts'

const colours = { OptedIn: 'pine', OptedOut: 'red', Suppressed: 'gray' } as const

export function State({ state }: { state: ConsentState }) {
  const words = useWords(consent)
  return <Badge variant="light" color={colours[state]} miw="max-content" title={words.stateTexts[state]}>{words.states[state]}</Badge>
}
