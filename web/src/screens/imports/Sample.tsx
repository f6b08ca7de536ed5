import { Table } from '@mantine/core'

import { useWords } from '../../words/language.ts'
import type { Job } from './job.ts'
import { imports } from './words.ts'

// Sample shows the first rows of a file as the contacts that they would become.
export function Sample({ contacts }: { contacts: NonNullable<Job['sample']> }) {
  const words = useWords(imports)
  const heads = [words.firstName, words.lastName, words.phones, words.emails, words.city, words.tags]
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table>
        <Table.Thead><Table.Tr>{heads.map((head) => <Table.Th key={head}>{head}</Table.Th>)}</Table.Tr></Table.Thead>
        <Table.Tbody>
          {contacts.map((contact, place) => (
            <Table.Tr key={place}>
              <Table.Td>{contact.firstName}</Table.Td>
              <Table.Td>{contact.lastName}</Table.Td>
              <Table.Td>{contact.phones.map(({ phone, phoneCC }) => (phone.startsWith('+') ? phone : `${phoneCC} ${phone}`)).join(', ')}</Table.Td>
              <Table.Td>{contact.emails.map(({ email }) => email).join(', ')}</Table.Td>
              <Table.Td>{contact.addresses.map(({ city }) => city).filter(Boolean).join(', ')}</Table.Td>
              <Table.Td>{contact.tags.join(', ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
