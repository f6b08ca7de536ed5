import { Badge } from '@mantine/core'

// StatusBadge shows a status in a colour. Yellow text on its own tint has too little contrast.
export function StatusBadge({ color, children }: { color: string; children: string }) {
  return (
    <Badge variant="light" color={color} autoContrast miw="max-content" c={color === 'yellow' ? 'var(--mantine-color-text)' : undefined}>
      {children}
    </Badge>
  )
}
