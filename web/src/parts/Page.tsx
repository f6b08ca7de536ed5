import { Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'

import { setTitle } from './title.ts'

// Page is the frame of a screen: its title, also in the tab of the browser, and what can be done there.
export function Page({ title, text, actions, children }: { title: string; text?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  useEffect(() => setTitle(title), [title])
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={1}>{title}</Title>
          {text && <Text c="dimmed" size="sm">{text}</Text>}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
