import { ActionIcon, Group, Text } from '@mantine/core'

import { LeftIcon, RightIcon } from '../shell/icons.tsx'
import { useFormat } from '../words/format.ts'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

// Pages says which part of a list is shown, and leads to the other parts.
export function Pages({ page, pageSize, total, show }: { page: number; pageSize: number; total: number; show: (page: number) => void }) {
  const words = useWords(general)
  const format = useFormat()
  if (total <= pageSize && page === 1) {
    return null
  }
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <Group justify="flex-end" gap="xs">
      <Text size="sm" c="dimmed">{words.of((page - 1) * pageSize + 1, Math.min(page * pageSize, total), format.number(total))}</Text>
      <ActionIcon variant="default" aria-label={words.previous} disabled={page <= 1} onClick={() => show(page - 1)}><LeftIcon /></ActionIcon>
      <ActionIcon variant="default" aria-label={words.next} disabled={page >= last} onClick={() => show(page + 1)}><RightIcon /></ActionIcon>
    </Group>
  )
}
