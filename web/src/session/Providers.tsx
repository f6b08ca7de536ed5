import { Button, Divider, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'

import { useWords } from '../words/language.ts'
import { leaveTo } from './arrival.ts'
import { providerWords } from './providerWords.ts'

const operation = '{ oidcProviders }'

// Providers offers the OpenID Connect providers of the server. Most servers have none.
export function Providers() {
  const words = useWords(providerWords)
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    fetch('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query: operation }) })
      .then((answer) => answer.json())
      .then(({ data }) => setNames(data?.oidcProviders ?? []), () => undefined)
  }, [])
  if (names.length === 0) {
    return null
  }
  return (
    <Stack gap="xs" mt="md">
      <Divider label={words.or} />
      {names.map((name) => <Button key={name} variant="default" onClick={() => leaveTo(name)}>{words.continueWith(name)}</Button>)}
    </Stack>
  )
}
