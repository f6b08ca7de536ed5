import { Button, Group, Select } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import type { UserStatus } from '../../api/generated/graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SearchInput } from '../../parts/SearchInput.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useCan } from '../../session/me.ts'
import { PlusIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Panel } from './Panel.tsx'
import { roleLookupQuery, userPageQuery } from './queries.ts'
import { UserTable } from './UserTable.tsx'
import { users } from './words.ts'

// Users are the people of the firm, and those whom it has invited.
export default function Users() {
  const words = useWords(users)
  const title = useWords(screenNames).users
  const can = useCan()
  const [searchTerm, search] = useAddress('search')
  const [roleId, setRole] = useAddress('role')
  const [status, setStatus] = useAddress('status')
  const [page, setPage] = useAddress('page')
  const [, setOpen] = useAddress('open')
  const [roles] = useQuery({ query: roleLookupQuery, requestPolicy: 'cache-and-network' })
  const [{ data, error, fetching }, again] = useQuery({
    query: userPageQuery,
    variables: { input: { page: Number(page) || 1, pageSize: 50, ...(searchTerm && { searchTerm }), ...(roleId && { roleId }), ...(status && { status: status as UserStatus }) } },
    requestPolicy: 'cache-and-network',
  })
  const found = data?.userPage
  const filter = (set: (value: string) => void) => (value: string | null) => {
    set(value ?? '')
    setPage('')
  }
  return (
    <Page title={title} actions={can('Users:Create') && <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')} data-testid="new-user">{words.invite}</Button>}>
      <Group gap="xs">
        <SearchInput value={searchTerm} search={filter(search)} label={words.searchUsers} />
        <Select
          aria-label={words.role}
          placeholder={words.anyRole}
          data={roles.data?.roleLookup?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={roleId || null}
          onChange={filter(setRole)}
          clearable
          searchable
          w={190}
        />
        <Select
          aria-label={words.status}
          placeholder={words.anyStatus}
          data={Object.entries(words.statuses).map(([value, label]) => ({ value, label }))}
          value={status || null}
          onChange={filter(setStatus)}
          clearable
          w={170}
        />
      </Group>
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!found && fetching && <Rows />}
      {found?.totalCount === 0 && <Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      {found && found.items.length > 0 && <UserTable users={found.items} />}
      {found && <Pages page={Number(page) || 1} pageSize={found.pageSize} total={found.totalCount} count={found.items.length} show={(next) => setPage(next === 1 ? '' : String(next))} />}
      <Panel />
    </Page>
  )
}
