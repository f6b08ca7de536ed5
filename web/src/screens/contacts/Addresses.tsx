import { Group, SimpleGrid, Stack, TextInput } from '@mantine/core'

import { useWords } from '../../words/language.ts'
import { Entries, RemoveButton, TypeSelect, type ListProps } from './Entries.tsx'
import { noAddress } from './values.ts'
import { contacts } from './words.ts'

export function Addresses({ form, access }: ListProps) {
  const words = useWords(contacts)
  const field = (place: number, name: string) => form.getInputProps(`addresses.${place}.${name}`)
  return (
    <Entries legend={words.addresses} access={access} add={words.addAddress} onAdd={() => form.insertListItem('addresses', noAddress)}>
      {form.values.addresses.map((_, place) => (
        <Stack key={place} gap="xs" role="group" aria-label={`${words.addresses} ${place + 1}`}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <TextInput label={words.line1} flex={1} {...field(place, 'line1')} />
            <TypeSelect form={form} access={access} path={`addresses.${place}.type`} types={words.addressTypes} />
            <RemoveButton access={access} label={`${words.addresses} ${place + 1}`} mt={24} remove={() => form.removeListItem('addresses', place)} />
          </Group>
          <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
            <TextInput label={words.line2} {...field(place, 'line2')} />
            <TextInput label={words.landmark} {...field(place, 'landmark')} />
            <TextInput label={words.pinCode} {...field(place, 'pinCode')} />
            <TextInput label={words.city} {...field(place, 'city')} />
            <TextInput label={words.region} {...field(place, 'state')} />
            <TextInput label={words.country} {...field(place, 'country')} />
          </SimpleGrid>
        </Stack>
      ))}
    </Entries>
  )
}
