import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

// Empty stands in the place of a list without entries. It says what to do first.
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs">
        <Text fw={550}>{title}</Text>
        {children && <Text component="div" size="sm" c="dimmed" ta="center" maw={460}>{children}</Text>}
      </Stack>
    </Paper>
  )
}
