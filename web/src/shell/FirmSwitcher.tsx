import { Avatar, Button, Group, Text, VisuallyHidden } from '@mantine/core'

import { lazily } from '../parts/load.ts'
import { OnDemand } from '../parts/OnDemand.tsx'
import { useMe } from '../session/me.ts'
import { useWords } from '../words/language.ts'
import { shell } from '../words/shell.ts'
import { DownIcon } from './icons.tsx'

const Firms = lazily(() => import('./FirmEntries.tsx'))

// FirmSwitcher names the firm that the user works in, and leads to the others.
export function FirmSwitcher() {
  const words = useWords(shell)
  const { firm } = useMe()
  if (!firm) {
    return null
  }
  const button = (
    <Button variant="subtle" color="gray" px="xs" rightSection={<DownIcon size={14} />} data-testid="firm-switcher">
      <Group gap="xs" wrap="nowrap">
        <FirmMark name={firm.firmName} />
        <Text size="sm" fw={600} truncate maw={{ base: 130, sm: 260 }}>{firm.firmName}</Text>
        <VisuallyHidden>{words.switchFirm}</VisuallyHidden>
      </Group>
    </Button>
  )
  return <OnDemand button={button} opens="menu" Opened={Firms} />
}

export function FirmMark({ name }: { name: string }) {
  return <Avatar size={22} radius="sm" color="pine" variant="filled" aria-hidden="true">{name.slice(0, 1).toUpperCase()}</Avatar>
}
