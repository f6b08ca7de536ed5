import { Avatar, Button, Group, Menu, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useMutation } from 'urql'

import { graphql } from '../api/generated/index.ts'
import { faultOf } from '../api/fault.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { useMe, type Me } from '../session/me.ts'
import { entered, forgetVisit } from '../session/session.ts'
import { useWords } from '../words/language.ts'
import { shell } from '../words/shell.ts'
import { CheckIcon, DownIcon } from './icons.tsx'

const setFirm = graphql(`
  mutation SetFirm($input: SetFirmInput!) { setFirm(input: $input) { firmId } }
`)

// useEnterFirm returns a function that switches to a firm of the user, in all tabs.
export function useEnterFirm() {
  const { user } = useMe()
  const [{ fetching, error }, run] = useMutation(setFirm)
  const enter = async ({ relationId, sessionId }: Me['firms'][number]) => {
    forgetVisit()
    const result = await run({ input: { userId: user.id, relationId, sessionId } })
    if (result.data) {
      entered('/console')
    }
  }
  return { enter, fetching, error }
}

// FirmSwitcher names the firm that the user works in, and leads to the others.
export function FirmSwitcher() {
  const words = useWords(shell)
  const { firm, firms } = useMe()
  const { enter, fetching, error } = useEnterFirm()
  const [open, setOpen] = useState(false)
  if (!firm) {
    return null
  }
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-start" width={260}>
      <Menu.Target>
        <Button variant="subtle" color="gray" px="xs" loading={fetching} rightSection={<DownIcon size={14} />} data-testid="firm-switcher">
          <Group gap="xs" wrap="nowrap">
            <FirmMark name={firm.firmName} />
            <Text size="sm" fw={600} truncate maw={{ base: 130, sm: 260 }}>{firm.firmName}</Text>
            <VisuallyHidden>{words.switchFirm}</VisuallyHidden>
          </Group>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ErrorText fault={faultOf(error)} />
        {firms.map((other) => (
          <Menu.Item
            key={other.firmId}
            leftSection={<FirmMark name={other.firmName} />}
            rightSection={other.firmId === firm.firmId ? <CheckIcon size={14} /> : undefined}
            aria-current={other.firmId === firm.firmId ? 'true' : undefined}
            onClick={() => other.firmId !== firm.firmId && void enter(other)}
          >
            {other.firmName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function FirmMark({ name }: { name: string }) {
  return <Avatar size={22} radius="sm" color="pine" variant="filled" aria-hidden="true">{name.slice(0, 1).toUpperCase()}</Avatar>
}
