import { Button, Group, Select } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SearchInput } from '../../parts/SearchInput.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { PlusIcon } from '../../shell/icons.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { FirmTable } from './FirmTable.tsx'
import { Panel } from './Panel.tsx'
import { firmPageQuery } from './queries.ts'
import { firms } from './words.ts'

// Firms are the customers of the installation.
export default function Firms() {
  const words = { ...useWords(general), ...useWords(firms) }
  const title = useWords(screenNames).firms
  const [searchTerm, search] = useAddress('search')
  const [status, setStatus] = useAddress('status')
  const [page, setPage] = useAddress('page')
  const [, setOpen] = useAddress('open')
  const [{ data, error, fetching }, again] = useQuery({
    query: firmPageQuery,
    variables: {
      input: {
        page: Number(page) || 1,
        pageSize: 50,
        sortBy: 'name asc',
        filter: { ...(searchTerm && { searchTerm }), ...(status && { isActive: status === 'active' }) },
      },
    },
    requestPolicy: 'cache-and-network',
  })
  const found = data?.firmPage
  const filter = (set: (value: string) => void) => (value: string | null) => {
    set(value ?? '')
    setPage('')
  }
  return (
    <Page title={title} text={words.text} actions={<Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')} data-testid="new-firm">{words.newFirm}</Button>}>
      <Group gap="xs">
        <SearchInput value={searchTerm} search={filter(search)} label={words.searchFirms} />
        <Select
          aria-label={words.status}
          placeholder={words.anyStatus}
          data={[{ value: 'active', label: words.active }, { value: 'inactive', label: words.inactive }]}
          value={status || null}
          onChange={filter(setStatus)}
          clearable
          w={170}
        />
      </Group>
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!found && fetching && <Rows />}
      {found?.totalCount === 0 && <Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      {found && found.items.length > 0 && <FirmTable firms={found.items} />}
      {found && <Pages page={Number(page) || 1} pageSize={found.pageSize} total={found.totalCount} count={found.items.length} show={(next) => setPage(next === 1 ? '' : String(next))} />}
      <Panel />
    </Page>
  )
}
