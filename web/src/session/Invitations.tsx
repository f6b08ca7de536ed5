import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'

import { graphql } from '../api/graphql.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { Password } from '../parts/Password.tsx'
import { useSubmit } from '../parts/useSubmit.ts'
import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { refresh } from './access.js'
import { useMe, type Me } from './me.ts'
import { entered } from './session.ts'

const accept = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { firmId } }
`)

const decline = graphql(`
  mutation DeclineInvitation($id: ID!) { declineInvitation(id: $id) }
`)

// Invitations lists the open invitations of the user.
export function Invitations() {
  const { invitations } = useMe()
  return <Stack>{invitations.map((invitation) => <Invitation key={invitation.id} invitation={invitation} />)}</Stack>
}

function Invitation({ invitation }: { invitation: Me['invitations'][number] }) {
  const words = useWords(session)
  const inFirm = Boolean(useMe().firm)
  const form = useForm({ initialValues: { password: '' } })
  const accepting = useSubmit(accept, form)
  const declining = useSubmit(decline)
  const join = form.onSubmit(async ({ password }) => {
    const data = await accepting.submit({ input: { id: invitation.id, password } })
    // A session without a firm is in this one from its next refresh on.
    if (data && !inFirm && (await refresh())) {
      entered('/console')
    }
  })
  return (
    <Paper withBorder p="sm" component="form" onSubmit={join} noValidate>
      <Stack gap="xs">
        <Text size="sm" fw={550}>{words.invitation(invitation.firmName, invitation.roleName)}</Text>
        <ErrorText fault={accepting.fault ?? declining.fault} />
        <Password label={words.invitationPassword} autoComplete="off" required {...form.getInputProps('password')} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={accepting.fetching}>{words.accept}</Button>
          <Button variant="default" size="xs" loading={declining.fetching} onClick={() => void declining.submit({ id: invitation.id })}>{words.decline}</Button>
        </Group>
      </Stack>
    </Paper>
  )
}
