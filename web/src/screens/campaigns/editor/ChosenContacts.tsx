import { Group, Pill, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'

import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import { chosenContactQuery, findContactsQuery } from '../queries.ts'
import { campaigns } from '../words.ts'
import type { CampaignForm } from './values.ts'

// shown is how many of the chosen contacts have their names.
const shown = 20

// ChosenContacts are contacts that are chosen one by one.
export function ChosenContacts({ form, readOnly }: { form: CampaignForm; readOnly: boolean }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const [searchTerm] = useDebouncedValue(typed, 150)
  const [{ data }] = useQuery({ query: findContactsQuery, variables: { searchTerm } })
  const chosen = form.values.audience.contactIds
  const choose = (ids: string[]) => form.setFieldValue('audience.contactIds', ids)
  const found = data?.contactSearch?.items.filter(({ id }) => !chosen.includes(id)) ?? []
  return (
    <Stack gap="xs">
      {!readOnly && (
        <Select
          label={words.contacts}
          placeholder={words.findContacts}
          searchable
          value={null}
          searchValue={typed}
          onSearchChange={setTyped}
          // The server has searched already.
          filter={({ options }) => options}
          data={found.map(({ id, firstName, lastName, phones, emails }) => ({
            value: id, label: [`${firstName} ${lastName}`.trim(), phones[0]?.phone ?? emails[0]?.email].filter(Boolean).join(' · '),
          }))}
          error={form.errors['audience.contactIds']}
          onChange={(id) => {
            if (id) {
              choose([...chosen, id])
              setTyped('')
            }
          }}
        />
      )}
      <Group gap={4}>
        {chosen.slice(0, shown).map((id) => <Chosen key={id} id={id} remove={readOnly ? undefined : () => choose(chosen.filter((other) => other !== id))} />)}
        {chosen.length > shown && <Text size="sm" c="dimmed">{words.more(format.number(chosen.length - shown))}</Text>}
      </Group>
    </Stack>
  )
}

function Chosen({ id, remove }: { id: string; remove: (() => void) | undefined }) {
  const words = useWords(campaigns)
  const [{ data, fetching }] = useQuery({ query: chosenContactQuery, variables: { id } })
  const name = data?.contact ? `${data.contact.firstName} ${data.contact.lastName}`.trim() : fetching ? '…' : words.removed
  return <Pill withRemoveButton={Boolean(remove)} onRemove={remove} removeButtonProps={{ 'aria-label': words.remove(name), tabIndex: 0, 'aria-hidden': false }}>{name || words.unnamed}</Pill>
}
