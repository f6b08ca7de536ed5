import { Alert, Button, Group, List, Radio, Stack, Text } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'
import { useMutation, useQuery } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { permissionName } from '../../words/permissions.ts'
import { Affected } from './Affected.tsx'
import { difference, merge } from './difference.ts'
import { idsOf } from './Permissions.tsx'
import { roleQuery, setRolePermissions, type Property, type Role } from './queries.ts'
import { roles } from './words.ts'

interface Props {
  role: Role
  all: Property[]
  base: ReadonlySet<string>
  mine: ReadonlySet<string>
  close: () => void
  saved: (now: ReadonlySet<string>) => void
}

// Review reads the role anew, and shows what saving would change, for whom, and what somebody else
// has changed since. When somebody else saves between the review and saving, the server refuses, and
// the review begins anew.
export function Review(props: Props) {
  const words = { ...useWords(general), ...useWords(roles) }
  const { role, close, saved } = props
  const [{ data, error, stale, fetching }, again] = useQuery({ query: roleQuery, variables: { id: role.id }, requestPolicy: 'network-only' })
  const [{ error: refusal, fetching: saving }, set] = useMutation(setRolePermissions)
  const now = !fetching && !stale && data?.role
  const save = async (next: ReadonlySet<string>, theirs: ReadonlySet<string>) => {
    const { error } = await set({ input: { roleId: role.id, propertyIds: [...next], expectedPropertyIds: [...theirs] } })
    if (!error) {
      toasts.show({ message: words.saved })
      saved(next)
    } else if (faultOf(error)?.code === 'Conflict') {
      again({ requestPolicy: 'network-only' })
    }
  }
  return (
    <Dialog opened onClose={close} title={words.reviewTitle(role.name)} size="lg">
      {error ? <ErrorText fault={faultOf(error)} /> : now ? <Changes {...props} theirs={idsOf(now.permissions)} save={save} saving={saving} fault={faultOf(refusal)} /> : <Rows count={4} />}
    </Dialog>
  )
}

interface ChangesProps extends Props {
  theirs: ReadonlySet<string>
  save: (next: ReadonlySet<string>, theirs: ReadonlySet<string>) => Promise<void>
  saving: boolean
  fault: Fault | undefined
}

function Changes({ role, all, base, mine, theirs, close, save, saving, fault }: ChangesProps) {
  const words = { ...useWords(general), ...useWords(roles) }
  const [keep, setKeep] = useState('keep')
  const since = difference(base, theirs)
  const conflict = since.added.length + since.removed.length > 0
  const next = conflict && keep === 'keep' ? merge(base, mine, theirs) : mine
  const { added, removed } = difference(theirs, next)
  const overtaken = conflict && fault?.code === 'Conflict'
  return (
    <Stack>
      {conflict && (
        <Alert color="yellow" variant="light" role="alert" title={words.conflictTitle}>
          <Stack gap="xs">
            {overtaken && <Text size="sm">{words.overtaken}</Text>}
            <Names title={words.theyAdded} ids={since.added} all={all} />
            <Names title={words.theyRemoved} ids={since.removed} all={all} />
            <Radio.Group value={keep} onChange={setKeep} aria-label={words.choose}>
              <Stack gap="xs">
                <Radio value="keep" label={words.keepTheirs} />
                <Radio value="overwrite" label={words.overwrite} />
              </Stack>
            </Radio.Group>
          </Stack>
        </Alert>
      )}
      <Names title={words.added} ids={added} all={all} />
      <Names title={words.removed} ids={removed} all={all} />
      {added.length + removed.length === 0 && <Text size="sm">{words.nothing}</Text>}
      <Affected role={role} />
      {!overtaken && <ErrorText fault={fault} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>{words.cancel}</Button>
        <Button loading={saving} onClick={() => void save(next, theirs)} data-testid="confirm">{words.save}</Button>
      </Group>
    </Stack>
  )
}

function Names({ title, ids, all }: { title: string; ids: string[]; all: Property[] }) {
  const language = useLanguage()
  const named = all.filter(({ id }) => ids.includes(id))
  if (ids.length === 0) {
    return null
  }
  return (
    <div>
      <Text size="sm" fw={600}>{title}</Text>
      <List size="sm">
        {named.map((property) => (
          <List.Item key={property.id}>{permissionName(property, language)} <Text span size="xs" c="dimmed">{property.moduleName}:{property.propertyName}</Text></List.Item>
        ))}
      </List>
    </div>
  )
}
