import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useQuery } from 'urql'

import { useCan } from '../../session/me.ts'
import type { Choices, typedAt } from './lines.ts'
import { firmNamesQuery, firmsLikeQuery, ownPeopleQuery, ownRolesQuery, peopleLikeQuery, permissionNamesQuery, policyRulesQuery } from './queries.ts'

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
    people.data?.userPage?.items.forEach((person) => named.set(`user:${person.id}`, labelOf(person)))
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

// useFound returns choices with those of the server that fit what is typed: it has more people and firms than a list.
export function useFound(choices: Choices, at: ReturnType<typeof typedAt>): Choices {
  const can = useCan()
  const [typed] = useDebouncedValue(at?.typed.replace(/^user:/, '').trim() ?? '', 250)
  const [people] = useQuery({ query: peopleLikeQuery, variables: { typed }, pause: !typed || at?.of !== 'subject' || !can('Users:View') })
  const [firms] = useQuery({ query: firmsLikeQuery, variables: { typed }, pause: !typed || at?.of !== 'firm' })
  return useMemo(() => {
    const more = <Choice extends { value: string }>(known: Choice[], found: Choice[] = []) => [...known, ...found.filter(({ value }) => !known.some((one) => one.value === value))]
    return {
      ...choices,
      subjects: more(choices.subjects, people.data?.userPage?.items.map((person) => ({ value: `user:${person.id}`, label: labelOf(person) }))),
      firms: more(choices.firms, firms.data?.firmPage?.items.map(({ id, name }) => ({ value: id, label: name }))),
    }
  }, [choices, people.data, firms.data])
}

function labelOf({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }): string {
  return `${firstName} ${lastName} · ${email}`
}
