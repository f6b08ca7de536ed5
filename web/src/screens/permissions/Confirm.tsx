import { Button, Group, List, Stack, Text } from '@mantine/core'

import type { Fault } from '../../api/fault.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { permissionName } from '../../words/permissions.ts'
import type { Row } from './rows.ts'
import { permissions } from './words.ts'

interface Props {
  title: string
  module: string
  removed: Row[]
  busy: boolean
  fault: Fault | undefined
  close: () => void
  remove: () => void
}

// Confirm says which permissions everybody loses.
export function Confirm({ title, module, removed, busy, fault, close, remove }: Props) {
  const words = { ...useWords(general), ...useWords(permissions) }
  const language = useLanguage()
  return (
    <Dialog opened onClose={close} title={title}>
      <Stack>
        <ErrorText fault={fault} />
        <Text size="sm">{words.removes}</Text>
        <List size="sm">
          {removed.map((property) => <List.Item key={property.id}>{permissionName({ ...property, moduleName: module }, language)} <Text span size="xs" c="dimmed">{module}:{property.propertyName}</Text></List.Item>)}
        </List>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>{words.cancel}</Button>
          <Button color="red.9" loading={busy} onClick={remove} data-testid="confirm">{words.delete}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
