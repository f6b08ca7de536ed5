import { Stack, Table } from '@mantine/core'
import { useState } from 'react'
import { useClient, useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SearchInput } from '../../parts/SearchInput.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { deleteTag, mergeTags, tagPageQuery, type Tag } from './tagQueries.ts'
import { TagRow } from './TagRow.tsx'
import { manageTags } from './tagWords.ts'

// Retag says that a tag has another name now, or is gone.
export type Retag = (from: string, to?: string) => void

// ManageTags shows at the side all tags of the firm, when the address says so, and renames, merges
// and deletes them. What it does can be undone for as long as this is on the page, open or not.
export function ManageTags({ retag }: { retag: Retag }) {
  const words = { ...useWords(general), ...useWords(manageTags) }
  const client = useClient()
  const [open, setOpen] = useAddress('open')
  const { pending, later } = useUndo()
  const remove = ({ id, name }: Tag) =>
    later(id, words.deleted(name), (context) => client.mutation(deleteTag, { tag: name }, context).toPromise().then((result) => {
      if (!result.error) {
        retag(name)
      }
      return result
    }))
  const merge = ({ id, name }: Tag, into: string) =>
    later(id, words.merged(name, into), (context) => client.mutation(mergeTags, { input: { tags: [name], into } }, context).toPromise().then((result) => {
      if (!result.error) {
        retag(name, into)
      }
      return result
    }))
  return (
    <SidePanel opened={open === 'tags'} onClose={() => setOpen('')} title={words.title}>
      <List hidden={pending} remove={remove} merge={merge} retag={retag} />
    </SidePanel>
  )
}

interface ListProps {
  hidden: ReadonlySet<string>
  remove: (tag: Tag) => void
  merge: (tag: Tag, into: string) => void
  retag: Retag
}

function List({ hidden, ...acts }: ListProps) {
  const words = { ...useWords(general), ...useWords(manageTags) }
  const [searchTerm, search] = useState('')
  const [page, show] = useState(1)
  const [{ data, error }, again] = useQuery({ query: tagPageQuery, variables: { input: { page, pageSize: 50, searchTerm: searchTerm || undefined } }, requestPolicy: 'cache-and-network' })
  const found = data?.tagPage
  const tags = found?.items.filter(({ id }) => !hidden.has(id))
  return (
    <Stack>
      <SearchInput
        label={words.search}
        value={searchTerm}
        search={(value) => {
          search(value)
          show(1)
        }}
      />
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!tags && !error && <Rows />}
      {found && tags?.length === 0 && found.totalCount <= found.items.length && (searchTerm ? <Empty title={words.noneFound} /> : <Empty title={words.emptyTitle}>{words.emptyText}</Empty>)}
      {tags && tags.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr><Table.Th>{words.tag}</Table.Th><Table.Th className="number">{words.contacts}</Table.Th><Table.Td /></Table.Tr>
          </Table.Thead>
          <Table.Tbody>{tags.map((tag) => <TagRow key={tag.id} tag={tag} {...acts} />)}</Table.Tbody>
        </Table>
      )}
      {found && <Pages page={page} pageSize={found.pageSize} total={found.totalCount} count={found.items.length} show={show} />}
    </Stack>
  )
}
