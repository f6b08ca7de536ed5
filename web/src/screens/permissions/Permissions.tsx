import { Badge, Button, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SearchInput } from '../../parts/SearchInput.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { PlusIcon } from '../../shell/icons.tsx'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { actionName, moduleName, permissionName } from '../../words/permissions.ts'
import { screenNames } from '../../words/shell.ts'
import { Confirm } from './Confirm.tsx'
import { ModulePanel } from './ModulePanel.tsx'
import { deleteProperties, modulesQuery, type Module } from './queries.ts'
import { permissions } from './words.ts'

// Permissions are those that exist, by module.
export default function Permissions() {
  const words = { ...useWords(general), ...useWords(permissions) }
  const title = useWords(screenNames).permissions
  const language = useLanguage()
  const [searchTerm, search] = useAddress('search')
  const [page, setPage] = useAddress('page')
  const [, setOpen] = useAddress('open')
  const [removing, setRemoving] = useState<Module>()
  const remove = useSubmit(deleteProperties)
  const [{ data, error }, again] = useQuery({
    query: modulesQuery,
    variables: { input: { page: Number(page) || 1, pageSize: 50, ...(searchTerm && { searchTerm }) } },
    requestPolicy: 'cache-and-network',
  })
  const found = data?.rolePropertyGroups
  return (
    <Page title={title} text={words.text} actions={<Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')} data-testid="new-module">{words.newModule}</Button>}>
      <SearchInput
        value={searchTerm}
        label={words.searchModules}
        search={(value) => {
          search(value)
          setPage('')
        }}
      />
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!found && !error && <Rows />}
      {found?.totalCount === 0 && <Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      {found && found.items.length > 0 && (
        <Table.ScrollContainer minWidth={600}>
          <Table highlightOnHover>
            <Table.Thead><Table.Tr><Table.Th>{words.module}</Table.Th><Table.Th>{words.permissions}</Table.Th><Table.Td /></Table.Tr></Table.Thead>
            <Table.Tbody>
              {found.items.map((module) => (
                <Table.Tr key={module.moduleName}>
                  <Table.Th scope="row">
                    {moduleName(module.moduleName, language)}
                    <Text size="xs" c="dimmed">{module.moduleName}</Text>
                  </Table.Th>
                  <Table.Td>
                    <Group gap={4}>{module.properties.map((property) => <Badge key={property.id} variant="default" title={`${permissionName(property, language)} (${module.moduleName}:${property.propertyName})`}>{actionName(property.propertyName, language)}</Badge>)}</Group>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={4} justify="flex-end" wrap="nowrap">
                      <Button variant="subtle" size="compact-sm" data-open aria-label={words.editTitle(module.moduleName)} onClick={() => setOpen(`edit ${module.moduleName}`)}>{words.edit}</Button>
                      <Button variant="subtle" color="red" c="var(--mantine-color-error)" size="compact-sm" aria-label={`${words.delete} ${module.moduleName}`} onClick={() => setRemoving(module)}>{words.delete}</Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {found && <Pages page={Number(page) || 1} pageSize={found.pageSize} total={found.totalCount} count={found.items.length} show={(next) => setPage(next === 1 ? '' : String(next))} />}
      {found && <ModulePanel modules={found.items} />}
      {removing && (
        <Confirm
          title={words.deleteTitle(removing.moduleName)}
          module={removing.moduleName}
          removed={removing.properties}
          busy={remove.fetching}
          fault={remove.fault}
          close={() => setRemoving(undefined)}
          remove={() => void remove.submit({ moduleName: removing.moduleName }).then((data) => data && setRemoving(undefined))}
        />
      )}
    </Page>
  )
}
