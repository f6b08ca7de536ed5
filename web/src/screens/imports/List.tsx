import { Anchor, Button, Table } from '@mantine/core'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { graphql } from '../../api/graphql.ts'
import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { ImportIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { isActive } from './job.ts'
import { Status } from './Status.tsx'
import { imports } from './words.ts'

const contactImports = graphql(`
  query ContactImports($input: ContactImportPageInput!) {
    contactImportPage(input: $input) {
      totalCount
      items { id fileName status dryRun undo totalRows createdCount updatedCount failedCount skippedCells createdAt }
    }
  }
`)

const pageSize = 20

export function List() {
  const words = useWords(imports)
  const [page, setPage] = useAddress('page')
  const number = Number(page) || 1
  const [{ data, error, fetching }, read] = useQuery({ query: contactImports, variables: { input: { page: number, pageSize } }, requestPolicy: 'cache-and-network' })
  const found = data?.contactImportPage
  const active = found?.items.some(isActive)
  useEffect(() => {
    if (active && !fetching) {
      const timer = setTimeout(() => read({ requestPolicy: 'network-only' }), 2000)
      return () => clearTimeout(timer)
    }
  }, [active, fetching, read])
  const start = <Button leftSection={<ImportIcon size={15} />} component={Link} href="/imports/new">{words.newImport}</Button>
  return (
    <Page title={useWords(screenNames).imports} actions={start}>
      <ErrorText fault={faultOf(error)} />
      {!found ? !error && <Rows /> : found.totalCount === 0 ? <Empty title={words.emptyTitle}>{words.emptyText}</Empty> : <Jobs items={found.items} />}
      {found && <Pages page={number} pageSize={pageSize} total={found.totalCount} count={found.items.length} show={(page) => setPage(page === 1 ? '' : String(page))} />}
    </Page>
  )
}

type Item = Parameters<typeof Status>[0]['job'] & { id: string; fileName: string; totalRows: number; createdCount: number; updatedCount: number; failedCount: number; skippedCells: number; createdAt: string }

function Jobs({ items }: { items: Item[] }) {
  const words = useWords(imports)
  const format = useFormat()
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.file}</Table.Th>
            <Table.Th>{words.status}</Table.Th>
            {[words.rows, words.created, words.updated, words.rejected, words.skipped].map((name) => <Table.Th key={name} ta="right">{name}</Table.Th>)}
            <Table.Th ta="right">{words.when}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((job) => (
            <Table.Tr key={job.id}>
              <Table.Td><Anchor component={Link} href={`/imports/${job.id}`} size="sm">{job.fileName}</Anchor></Table.Td>
              <Table.Td><Status job={job} /></Table.Td>
              {([job.totalRows, job.createdCount, job.updatedCount, job.failedCount, job.skippedCells]).map((count, column) => (
                <Table.Td key={column} className="number" c={count === 0 ? 'dimmed' : undefined}>{format.number(count)}</Table.Td>
              ))}
              <Table.Td ta="right">{format.ago(job.createdAt)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
