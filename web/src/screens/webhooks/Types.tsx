import { Checkbox, Stack } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useWords } from '../../words/language.ts'
import { webhookEventTypesQuery } from './queries.ts'
import { webhooks } from './words.ts'

// Types offers the types of events by their modules. A module is chosen as a whole, or type by type.
// among limits what is offered; none means all.
export function Types({ value, choose, among = [] }: { value: string[]; choose: (types: string[]) => void; among?: string[] }) {
  const words = useWords(webhooks)
  const [{ data, error }] = useQuery({ query: webhookEventTypesQuery })
  const offered = (data?.webhookEventTypes ?? []).filter(({ type }) => among.length === 0 || among.includes(type))
  const modules = [...new Set(offered.map(({ module }) => module))]
  const set = (types: string[], chosen: boolean) => choose(chosen ? [...new Set([...value, ...types])] : value.filter((one) => !types.includes(one)))
  return (
    <Stack gap="sm">
      <ErrorText fault={faultOf(error)} />
      {modules.map((module) => {
        const types = offered.filter((one) => one.module === module).map(({ type }) => type)
        const count = types.filter((type) => value.includes(type)).length
        return (
          <Stack key={module} gap={6}>
            <Checkbox
              size="xs"
              fw={550}
              label={words.modules[module] ?? module}
              checked={count === types.length}
              indeterminate={count > 0 && count < types.length}
              onChange={(event) => set(types, event.currentTarget.checked)}
            />
            {types.map((type) => (
              <Checkbox key={type} size="xs" ml="lg" label={type} checked={value.includes(type)} onChange={(event) => set([type], event.currentTarget.checked)} />
            ))}
          </Stack>
        )
      })}
    </Stack>
  )
}
