import { useMemo } from 'react'
import { useQuery } from 'urql'

import { useCan } from '../../session/me.ts'
import type { Choices } from './lines.ts'
import { firmNamesQuery, ownPeopleQuery, ownRolesQuery, permissionNamesQuery, policyRulesQuery } from './queries.ts'

// useChoices returns what the fields of a rule can have: firms, permissions, the people and roles of
// the super-firm, and the roles that other rules name.
export function useChoices(): Choices {
  const can = useCan()
  const [firms] = useQuery({ query: firmNamesQuery })
  const [permissions] = useQuery({ query: permissionNamesQuery })
  const [people] = useQuery({ query: ownPeopleQuery, pause: !can('Users:View') })
  const [roles] = useQuery({ query: ownRolesQuery, pause: !can('Role:View') })
  const [rules] = useQuery({ query: policyRulesQuery })
  return useMemo(() => {
    const named = new Map<string, string | undefined>()
    people.data?.userPage?.items.forEach(({ id, firstName, lastName }) => named.set(`user:${id}`, `${firstName} ${lastName}`))
    roles.data?.roles?.forEach(({ id, name }) => named.set(`role:${id}`, name))
    for (const { line } of rules.data?.policyRules ?? []) {
      for (const subject of line.match(/(user|role|apiclient):[^\s,]+/g) ?? []) {
        named.set(subject, named.get(subject))
      }
    }
    return {
      subjects: [...named].map(([value, label]) => ({ value, label })),
      firms: firms.data?.firmPage?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [],
      permissions: new Set(
        permissions.data?.rolePropertyGroups?.items.flatMap(({ moduleName, properties }) => properties.map(({ propertyName }) => `${moduleName}:${propertyName}`)),
      ),
    }
  }, [firms.data, permissions.data, people.data, roles.data, rules.data])
}
