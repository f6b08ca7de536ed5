import { Button, Group } from '@mantine/core'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useClient } from 'urql'
import { Link, useLocation } from 'wouter'

import { Download } from '../../parts/Download.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SearchInput } from '../../parts/SearchInput.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useCan } from '../../session/me.ts'
import { PlusIcon, TagIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Bulk } from './Bulk.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { ContactDrawer } from './ContactDrawer.tsx'
import { Grid } from './Grid.tsx'
import { skip } from './hidden.ts'
import { ManageTags, type Retag } from './ManageTags.tsx'
import { Pages } from './pages.ts'
import { TagFilter } from './TagFilter.tsx'
import { manageTags } from './tagWords.ts'
import { useColumns } from './useColumns.ts'
import { read, useFilter, type Filter } from './useFilter.ts'
import { useRemoval } from './useRemoval.ts'
import { useSelection } from './useSelection.ts'
import { useTagging } from './useTagging.ts'
import { contacts } from './words.ts'

// Contacts is the list of contacts, with a drawer for one of them.
export default function Contacts({ id }: { id?: string }) {
  const words = { ...useWords(contacts), manageTags: useWords(manageTags).manage }
  const can = useCan()
  const [, navigate] = useLocation()
  const go = (id?: string) => navigate(`/contacts${id ? `/${id}` : ''}${location.search}`)
  const [filter, change] = useFilter()
  const [, setOpen] = useAddress('open')
  const [columns, choose] = useColumns()
  const selection = useSelection(filter)
  const { pages, old } = usePages(filter, columns.map(({ name }) => name))
  const { hidden, remove } = useRemoval(pages)
  const { taggings, tag } = useTagging(pages)
  const format = useFormat()
  const total = pages.total === undefined ? undefined : Math.max(0, pages.total - hidden.length)
  const filtered = filter.search !== '' || filter.tags.length > 0
  const retag: Retag = (from, to) => {
    const present = read(new URLSearchParams(location.search)).tags
    if (present.includes(from)) {
      change({ tags: [...new Set(present.flatMap((tag) => (tag !== from ? tag : (to ?? []))))] })
    }
  }
  const removeSelected = () => {
    remove([...selection.places.keys()], (id) => (pages.indexOf(id) >= 0 ? pages.indexOf(id) : (selection.places.get(id) ?? -1)))
    selection.clear()
  }
  return (
    <Page
      title={useWords(screenNames).contacts}
      text={total === undefined ? ' ' : words.count(total, format.number(total))}
      actions={
        <>
          {can('Contact:ChangeTag') && <Button variant="default" leftSection={<TagIcon size={15} />} onClick={() => setOpen('tags')}>{words.manageTags}</Button>}
          <Export filter={filter} />
          {can('Contact:Create') && <Button leftSection={<PlusIcon size={15} />} onClick={() => go('new')} data-testid="new-contact">{words.newContact}</Button>}
        </>
      }
    >
      {selection.places.size > 0 ? (
        <Bulk selection={selection} tag={tag} remove={removeSelected} />
      ) : (
        <Group gap="xs" align="flex-start">
          <SearchInput label={words.searchPlaceholder} value={filter.search} search={(search) => change({ search })} />
          <TagFilter tags={filter.tags} change={(tags) => change({ tags })} />
          <ColumnMenu shown={columns} choose={choose} />
        </Group>
      )}
      <ErrorText fault={pages.fault} again={() => void pages.again()} />
      {total === undefined ? (
        !pages.fault && <Rows count={12} />
      ) : total === 0 ? (
        <Nothing filtered={filtered} all={() => change({ search: '', tags: [] })} />
      ) : (
        <Grid pages={pages} old={old} columns={columns} filter={filter} change={change} selection={selection} taggings={taggings} placeOf={(line) => skip(line, hidden)} count={total} open={go} />
      )}
      <ManageTags retag={retag} />
      <ContactDrawer id={id} close={() => go()} remove={(id) => remove([id], pages.indexOf.bind(pages))} erased={() => void pages.again()} />
    </Page>
  )
}

// usePages returns the pages of a filter. Those of the filter before stay until the first new one is
// there.
function usePages(filter: Filter, names: string[]) {
  const client = useClient()
  const [phones, emails, tags] = [names.includes('phone'), names.includes('email'), names.includes('tags')]
  const next = useMemo(() => new Pages(client, filter, { phones, emails, tags }), [client, filter, phones, emails, tags])
  const [pages, setPages] = useState(next)
  useSyncExternalStore(next.subscribe, () => `${next.total} ${next.fault?.message}`)
  useEffect(() => {
    next.see(0, 0)
    return () => next.close()
  }, [next])
  const ready = next.total !== undefined || next.fault !== undefined
  useEffect(() => {
    if (ready) {
      setPages(next)
    }
  }, [next, ready])
  return { pages, old: pages !== next }
}

function Export({ filter }: { filter: Filter }) {
  const words = useWords(contacts)
  const parameters = new URLSearchParams({ format: 'csv', searchTerm: filter.search, sortBy: filter.sort, sortDesc: String(filter.descending) })
  filter.tags.forEach((tag) => parameters.append('tags', tag))
  return <Download path={`/api/V1/Contact/export?${parameters}`}>{words.exportCsv}</Download>
}

function Nothing({ filtered, all }: { filtered: boolean; all: () => void }) {
  const words = useWords(contacts)
  const can = useCan()
  return filtered ? (
    <Empty title={words.nothingTitle}>
      {words.nothingText}
      <div><Button variant="default" mt="sm" onClick={all}>{words.clearFilter}</Button></div>
    </Empty>
  ) : (
    <Empty title={words.emptyTitle}>
      {words.emptyText}
      {can('Contact:Import') && <div><Button mt="sm" component={Link} href="/imports/new">{words.importFile}</Button></div>}
    </Empty>
  )
}
