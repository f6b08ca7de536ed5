import { Skeleton, Stack } from '@mantine/core'

// Rows stand in the place of a list until it is there.
export function Rows({ count = 8 }: { count?: number }) {
  return (
    <Stack gap="xs" aria-busy="true" aria-live="polite">
      {Array.from({ length: count }, (_, row) => <Skeleton key={row} height={28} radius="sm" />)}
    </Stack>
  )
}
