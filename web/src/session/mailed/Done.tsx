import { Anchor, Stack, Text } from '@mantine/core'

// Done says how it went, and leads back to the console.
export function Done({ text, link }: { text: string; link: string }) {
  return (
    <Stack>
      <Text role="status">{text}</Text>
      <Anchor href="/console">{link}</Anchor>
    </Stack>
  )
}
