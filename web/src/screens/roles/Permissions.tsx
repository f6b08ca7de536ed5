import { Button, Group, Paper, Text } from '@mantine/core'
import { useMemo, useState } from 'react'

import { useKept } from '../../parts/kept.ts'
import { useCan, useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { difference } from './difference.ts'
import { Matrix } from './Matrix.tsx'
import type { Property, Role } from './queries.ts'
import { Review } from './Review.tsx'
import { roles } from './words.ts'

// Permissions changes what a role may do. What the user sees is compared with what the role had when
// the user began.
export function Permissions({ role, all }: { role: Role; all: Property[] }) {
  const words = useWords(roles)
  const can = useCan()
  const own = useMe().role?.id === role.id
  const present = useMemo(() => idsOf(role.permissions), [role.permissions])
  const [draft, setDraft] = useState<{ base: ReadonlySet<string>; mine: ReadonlySet<string> }>()
  const [reviewing, setReviewing] = useState(false)
  const base = draft?.base ?? present
  const mine = draft?.mine ?? present
  const { added, removed } = difference(base, mine)
  useKept(added.length + removed.length > 0)
  const editable = can('Role:ModifyPermissions') && !role.isSystem

  // refused returns why the user can't change a permission of the role.
  const refused = (property: Property): string | undefined => {
    const name = `${property.moduleName}:${property.propertyName}`
    if (!base.has(property.id) && !can(name)) {
      return words.notHeld
    }
    return own && base.has(property.id) && name === 'Role:ModifyPermissions' ? words.ownModify : undefined
  }
  const set = (properties: Property[], checked: boolean) => {
    const next = new Set(mine)
    for (const property of properties.filter((property) => !refused(property))) {
      if (checked) {
        next.add(property.id)
      } else {
        next.delete(property.id)
      }
    }
    setDraft({ base, mine: next })
  }

  return (
    <>
      <Matrix properties={all} checked={mine} refused={refused} set={set} readOnly={!editable} changed={new Set([...added, ...removed])} />
      {added.length + removed.length > 0 && (
        <Paper withBorder shadow="md" p="sm" mb="sm" className="at-end" style={{ zIndex: 10 }}>
          <Group justify="space-between">
            <Text size="sm" role="status">{words.changes(added.length, removed.length)}</Text>
            <Group gap="xs">
              <Button variant="default" onClick={() => setDraft(undefined)}>{words.discard}</Button>
              <Button onClick={() => setReviewing(true)} data-testid="save">{words.review}</Button>
            </Group>
          </Group>
        </Paper>
      )}
      {reviewing && (
        <Review
          role={role}
          all={all}
          base={base}
          mine={mine}
          close={() => setReviewing(false)}
          saved={(now) => {
            setDraft({ base: now, mine: now })
            setReviewing(false)
          }}
        />
      )}
    </>
  )
}

export function idsOf(properties: Role['permissions']): ReadonlySet<string> {
  return new Set(properties?.map(({ id }) => id))
}
