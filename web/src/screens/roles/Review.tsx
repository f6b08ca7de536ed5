import { Alert, Button, Group, List, Modal, Radio, Stack, Text } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
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
// has changed since.
export function Review(props: Props) {
  const words = { ...useWords(general), ...useWords(roles) }
  const { role, close } = props
  const [{ data, error, stale, fetching }] = useQuery({ query: roleQuery, variables: { id: role.id }, requestPolicy: 'network-only' })
  const now = !fetching && !stale && data?.role
  return (
    <Modal opened onClose={close} title={words.reviewTitle(role.name)} size="lg" closeButtonProps={{ 'aria-label': words.close }}>
      {error ? <ErrorText fault={faultOf(error)} /> : now ? <Changes {...props} theirs={idsOf(now.permissions)} /> : <Rows count={4} />}
    </Modal>
  )
}

function Changes({ role, all, base, mine, theirs, close, saved }: Props & { theirs: ReadonlySet<string> }) {
  const words = { ...useWords(general), ...useWords(roles) }
  const [keep, setKeep] = useState('keep')
  const { submit, fetching, fault } = useSubmit(setRolePermissions)
  const since = difference(base, theirs)
  const conflict = since.added.length + since.removed.length > 0
  const next = conflict && keep === 'keep' ? merge(base, mine, theirs) : mine
  const { added, removed } = difference(theirs, next)
  const save = async () => {
    if (await submit({ input: { roleId: role.id, propertyIds: [...next] } })) {
      toasts.show({ message: words.saved })
      saved(next)
    }
  }
  return (
    <Stack>
      {conflict && (
        <Alert color="yellow" variant="light" role="alert" title={words.conflictTitle}>
          <Stack gap="xs">
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
      <ErrorText fault={fault} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>{words.cancel}</Button>
        <Button loading={fetching} onClick={() => void save()} data-testid="confirm">{words.save}</Button>
      </Group>
    </Stack>
  )
}

function Names({ title, ids, all }: { title: string; ids: string[]; all: Property[] }) {
  const named = all.filter(({ id }) => ids.includes(id))
  if (ids.length === 0) {
    return null
  }
  return (
    <div>
      <Text size="sm" fw={600}>{title}</Text>
      <List size="sm">
        {named.map(({ id, moduleName, propertyName, displayName }) => (
          <List.Item key={id}>{displayName} <Text span size="xs" c="dimmed">{moduleName}:{propertyName}</Text></List.Item>
        ))}
      </List>
    </div>
  )
}
