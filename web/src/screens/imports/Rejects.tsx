import { Anchor, Group, Paper, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { graphql } from '../../api/graphql.ts'
import { faultOf } from '../../api/fault.ts'
import { Download } from '../../parts/Download.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useCan } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { imports } from './words.ts'

const contactImportErrors = graphql(`
  query ContactImportErrors($input: ContactImportErrorsInput!) {
    contactImportErrors(input: $input) { totalCount items { row column error contactId cells } }
  }
`)

const pageSize = 20

// Rejects are the rows that an import rejected, and the cells that it left out.
export function Rejects({ id }: { id: string }) {
  const words = useWords(imports)
  const can = useCan()
  const [page, setPage] = useState(1)
  const [{ data, error }] = useQuery({ query: contactImportErrors, variables: { input: { jobId: id, page, pageSize } }, requestPolicy: 'cache-and-network' })
  const found = data?.contactImportErrors
  return (
    <Paper withBorder p="md" component="section" aria-label={words.rejects}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2}>{words.rejects}</Title>
          <Text size="sm" c="dimmed">{words.downloadText}</Text>
        </div>
        <Download path={`/api/V1/Contact/import/${id}/errors`}>{words.download}</Download>
      </Group>
      <ErrorText fault={faultOf(error)} />
      {!found ? !error && <Rows count={4} /> : (
        <Table.ScrollContainer minWidth={620}>
          <Table>
            <Table.Thead>
              <Table.Tr><Table.Th ta="right">{words.row}</Table.Th><Table.Th>{words.column}</Table.Th><Table.Th>{words.problem}</Table.Th><Table.Th>{words.cells}</Table.Th></Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.items.map((reject, place) => (
                <Table.Tr key={place}>
                  <Table.Td className="number">{reject.row}</Table.Td>
                  <Table.Td>{reject.column ?? <Text span inherit c="dimmed">{words.wholeRow}</Text>}</Table.Td>
                  <Table.Td>
                    {reject.error}
                    {reject.contactId && can('Contact:View') && <> <Anchor component={Link} href={`/contacts/${reject.contactId}`} size="sm">{words.openContact}</Anchor></>}
                  </Table.Td>
                  <Table.Td c="dimmed">{reject.cells.filter(Boolean).slice(0, 8).join(' · ')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {found && <Pages page={page} pageSize={pageSize} total={found.totalCount} count={found.items.length} show={setPage} />}
    </Paper>
  )
}
