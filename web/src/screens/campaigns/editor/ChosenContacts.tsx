import { Group, Pill, Stack, Text } from '@mantine/core'
import { useQuery } from 'urql'

import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import { ContactSelect } from '../../contacts/ContactSelect.tsx'
import { chosenContactQuery } from '../queries.ts'
import { campaigns } from '../words.ts'
import type { CampaignForm } from './values.ts'

// shown is how many of the chosen contacts have their names.
const shown = 20

// ChosenContacts are contacts that are chosen one by one.
export function ChosenContacts({ form, readOnly }: { form: CampaignForm; readOnly: boolean }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const chosen = form.values.audience.contactIds
  const choose = (ids: string[]) => form.setFieldValue('audience.contactIds', ids)
  return (
    <Stack gap="xs">
      {!readOnly && (
        <ContactSelect
          label={words.contacts}
          placeholder={words.findContacts}
          without={chosen}
          error={form.errors['audience.contactIds']}
          choose={(contact) => contact && choose([...chosen, contact.value])}
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
