import { ActionIcon, Group, Text } from '@mantine/core'
import { useEffect } from 'react'

import { LeftIcon, RightIcon } from '../shell/icons.tsx'
import { useFormat } from '../words/format.ts'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

interface Props {
  page: number
  pageSize: number
  // total is undefined for a list that does not say how long it is.
  total?: number
  // count is how many entries the page has.
  count: number
  show: (page: number) => void
}

// Pages says which part of a list is shown, and leads to the other parts. A page that has nothing any more gives way to the last
// one that has something.
export function Pages({ page, pageSize, total, count, show }: Props) {
  const words = useWords(general)
  const format = useFormat()
  const before = (page - 1) * pageSize
  // A full page of an unknown list may have another one behind it.
  const known = total ?? before + count + (count === pageSize ? 1 : 0)
  const last = Math.max(1, Math.ceil(known / pageSize))
  // A list that is being read has the entries of the page before, so that the page alone says nothing.
  const isBeyond = total !== undefined && total > 0 && count === 0 && page > last
  useEffect(() => {
    if (isBeyond) {
      show(last)
    }
  }, [isBeyond, last])
  if ((known <= pageSize && page === 1) || isBeyond) {
    return null
  }
  return (
    <Group justify="flex-end" gap="xs">
      <Text size="sm" c="dimmed">{total === undefined ? `${format.number(before + 1)}–${format.number(before + count)}` : words.of(format.number(before + 1), format.number(Math.min(page * pageSize, total)), format.number(total))}</Text>
      <ActionIcon variant="default" aria-label={words.previous} disabled={page <= 1} onClick={() => show(page - 1)}><LeftIcon /></ActionIcon>
      <ActionIcon variant="default" aria-label={words.next} disabled={page >= last} onClick={() => show(page + 1)}><RightIcon /></ActionIcon>
    </Group>
  )
}
