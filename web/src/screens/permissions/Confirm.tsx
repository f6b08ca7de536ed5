import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'

import type { Fault } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import type { Module } from './queries.ts'
import { permissions } from './words.ts'

interface Props {
  title: string
  module: string
  removed: Module['properties']
  busy: boolean
  fault: Fault | undefined
  close: () => void
  remove: () => void
}

// Confirm says which permissions everybody loses.
export function Confirm({ title, module, removed, busy, fault, close, remove }: Props) {
  const words = { ...useWords(general), ...useWords(permissions) }
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': words.close }}>
      <Stack>
        <ErrorText fault={fault} />
        <Text size="sm">{words.removes}</Text>
        <List size="sm">
          {removed.map(({ id, propertyName, displayName }) => <List.Item key={id}>{displayName} <Text span size="xs" c="dimmed">{module}:{propertyName}</Text></List.Item>)}
        </List>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>{words.cancel}</Button>
          <Button color="red.9" loading={busy} onClick={remove} data-testid="confirm">{words.delete}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
