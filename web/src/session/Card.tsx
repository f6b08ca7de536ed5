import { Box, Center, Group, Image, Paper, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'

import { setTitle } from '../parts/title.ts'
import { LanguageChoice } from '../shell/LanguageChoice.tsx'
import icon from '/icon.svg'

// Card is a page that has nothing but one form.
export function Card({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  useEffect(() => setTitle(title), [title])
  return (
    <Center component="main" mih="100vh" p="md">
      <Box w="100%" maw={380}>
        <Group justify="space-between" mb="lg">
          <Group gap="xs">
            <Image src={icon} w={28} h={28} alt="" />
            <Text fw={650} size="lg">firmhub</Text>
          </Group>
          <LanguageChoice />
        </Group>
        <Paper withBorder p="lg" radius="lg" shadow="xs">
          <Title order={1} mb={text ? 4 : 'md'}>{title}</Title>
          {text && <Text c="dimmed" size="sm" mb="md">{text}</Text>}
          {children}
        </Paper>
      </Box>
    </Center>
  )
}
