import { Center, Checkbox, Group, Table, Tooltip } from '@mantine/core'

import { useLanguage, useWords } from '../../words/language.ts'
import { actionName, moduleName, permissionName } from '../../words/permissions.ts'
import type { Property } from './queries.ts'
import { roles } from './words.ts'

interface Props {
  properties: Property[]
  checked: ReadonlySet<string>
  // changed are the permissions that differ from what is saved.
  changed: ReadonlySet<string>
  readOnly: boolean
  refused: (property: Property) => string | undefined
  set: (properties: Property[], checked: boolean) => void
}

// Matrix shows permissions as modules by actions. The actions of few modules share a column.
export function Matrix({ properties, ...props }: Props) {
  const words = useWords(roles)
  const modules = [...new Set(properties.map(({ moduleName }) => moduleName))]
  const columns = commonActions(properties)
  const language = useLanguage()
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table verticalSpacing={7} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.module}</Table.Th>
            {columns.map((action) => <Table.Th key={action} ta="center" w={76}>{actionName(action, language)}</Table.Th>)}
            <Table.Th>{words.others}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {modules.map((module) => (
            <Module key={module} module={module} actions={properties.filter(({ moduleName }) => moduleName === module)} columns={columns} {...props} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Module({ module, actions, columns, ...props }: Omit<Props, 'properties'> & { module: string; actions: Property[]; columns: string[] }) {
  const words = useWords(roles)
  const { checked, readOnly, refused, set } = props
  const name = moduleName(module, useLanguage())
  const free = actions.filter((property) => !refused(property))
  const some = actions.some(({ id }) => checked.has(id))
  const all = actions.every(({ id }) => checked.has(id))
  // Those that the user can't change stay as they are, and do not keep the module from being emptied.
  const full = free.every(({ id }) => checked.has(id))
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Checkbox
          size="xs"
          label={name}
          aria-label={words.wholeModule(name)}
          checked={all}
          indeterminate={some && !all}
          disabled={readOnly || free.length === 0}
          onChange={() => set(free, !full)}
          fw={550}
        />
      </Table.Th>
      {columns.map((action) => {
        const property = actions.find(({ propertyName }) => propertyName === action)
        return <Table.Td key={action}>{property && <Center><Box property={property} label={false} {...props} /></Center>}</Table.Td>
      })}
      <Table.Td>
        <Group gap="md">
          {actions.filter(({ propertyName }) => !columns.includes(propertyName)).map((property) => <Box key={property.id} property={property} label {...props} />)}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function Box({ property, label, checked, changed, readOnly, refused, set }: Omit<Props, 'properties'> & { property: Property; label: boolean }) {
  const { id } = property
  const name = permissionName(property, useLanguage())
  const reason = readOnly ? undefined : refused(property)
  return (
    <Tooltip label={reason ? `${name}: ${reason}` : name} disabled={label && !reason}>
      <Checkbox
        size="xs"
        label={label ? name : undefined}
        aria-label={name}
        aria-description={reason}
        checked={checked.has(id)}
        disabled={readOnly || Boolean(reason)}
        onChange={({ currentTarget }) => set([property], currentTarget.checked)}
        color={changed.has(id) ? 'blue' : undefined}
        styles={changed.has(id) ? { input: { outline: '2px solid var(--mantine-color-blue-5)', outlineOffset: 1 } } : undefined}
      />
    </Tooltip>
  )
}

// commonActions returns the actions of at least four modules, the most frequent first.
function commonActions(properties: Property[]): string[] {
  const counts = new Map<string, number>()
  for (const { propertyName } of properties) {
    counts.set(propertyName, (counts.get(propertyName) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= 4).sort(([, a], [, b]) => b - a).map(([action]) => action)
}
