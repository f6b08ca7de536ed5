import { Avatar, UnstyledButton, VisuallyHidden } from '@mantine/core'

import { lazily } from '../parts/load.ts'
import { OnDemand } from '../parts/OnDemand.tsx'
import { useMe } from '../session/me.ts'
import { useWords } from '../words/language.ts'
import { shell } from '../words/shell.ts'

const Entries = lazily(() => import('./AccountEntries.tsx'))

// AccountMenu has what belongs to the person and not to the firm.
export function AccountMenu() {
  const words = useWords(shell)
  const { user } = useMe()
  const button = (
    <UnstyledButton>
      <VisuallyHidden>{words.account}</VisuallyHidden>
      <Avatar size={30} name={`${user.firstName} ${user.lastName}`} variant="default" aria-hidden="true" />
    </UnstyledButton>
  )
  return <OnDemand button={button} opens="menu" Opened={Entries} />
}
