import { Paper, SimpleGrid, Title } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import type { ReactNode } from 'react'

import { Page } from '../../parts/Page.tsx'
import { factor } from '../../session/factorWords.ts'
import { Invitations } from '../../session/Invitations.tsx'
import { useMe } from '../../session/me.ts'
import { passkey } from '../../session/passkeyWords.ts'
import { PasswordForm } from '../../session/PasswordForm.tsx'
import { useWords } from '../../words/language.ts'
import { session } from '../../words/session.ts'
import { screenNames } from '../../words/shell.ts'
import { Account } from './Account.tsx'
import { Factors } from './Factors.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Recovery } from './Recovery.tsx'
import { recovery } from './recoveryWords.ts'
import { Sessions } from './Sessions.tsx'
import { profile } from './words.ts'

// Profile is what a person has in every firm: the account, its password and its sessions.
export default function Profile() {
  const words = useWords(profile)
  const { passwordChanged } = useWords(session)
  const factors = useWords(factor).title
  const passkeys = useWords(passkey).title
  const recoveryCodes = useWords(recovery).title
  const title = useWords(screenNames).profile
  const { invitations } = useMe()
  return (
    <Page title={title}>
      {invitations.length > 0 && <Section title={words.invitations}><Invitations /></Section>}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title={words.account}><Account /></Section>
        <Section title={words.password}><PasswordForm done={() => toasts.show({ message: passwordChanged })} /></Section>
      </SimpleGrid>
      <Section title={factors}><Factors /></Section>
      <Section title={passkeys}><Passkeys /></Section>
      <Section title={recoveryCodes}><Recovery /></Section>
      <Section title={words.sessions}><Sessions /></Section>
    </Page>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} mb="sm">{title}</Title>
      {children}
    </Paper>
  )
}
