import { Anchor, Stack, Text } from '@mantine/core'

import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { Card } from './Card.tsx'
import { Invitations } from './Invitations.tsx'
import { useMe } from './me.ts'
import { useSignOut } from './useSignOut.ts'

// NoFirm is shown to a user who has only invitations.
export default function NoFirm() {
  const words = useWords(session)
  const signOut = useSignOut()
  const { invitations } = useMe()
  return (
    <Card title={words.noFirmTitle} text={invitations.length ? words.noFirmText : words.noInvitations}>
      <Stack>
        <Invitations />
        <Text size="sm">
          <Anchor component="button" type="button" size="sm" data-testid="sign-out" onClick={signOut}>{words.signOut}</Anchor>
        </Text>
      </Stack>
    </Card>
  )
}
