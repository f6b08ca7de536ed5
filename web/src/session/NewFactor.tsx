import { Anchor, Button, Divider, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { useEnterFirm } from '../shell/useEnterFirm.ts'
import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { shell } from '../words/shell.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { Card } from './Card.tsx'
import { FactorSetup, RecoveryCodes } from './FactorSetup.tsx'
import { factor } from './factorWords.ts'
import { useMe } from './me.ts'
import { passkey } from './passkeyWords.ts'
import { endVisit, visiting } from './session.ts'
import { useSignOut } from './useSignOut.ts'

interface Props {
  // begun is called before a factor is in use: from then on the page stays until done is called.
  begun: () => void
  done: () => void
}

// NewFactor is shown to a user without a second factor in a firm that requires one.
export default function NewFactor({ begun, done }: Props) {
  const words = { ...useWords(shell), ...useWords(session), ...useWords(factor) }
  const signOut = useSignOut()
  const { firm, firms } = useMe()
  const { enter } = useEnterFirm()
  return (
    <Card title={words.dueTitle} text={words.dueText(firm?.firmName ?? '')}>
      <Stack>
        {visiting() ? <Button onClick={endVisit}>{words.endVisit}</Button> : <Choice begun={begun} done={done} />}
        {firms.filter(({ firmId }) => firmId !== firm?.firmId).map((other) => (
          <Text size="sm" key={other.firmId}>
            <Anchor component="button" type="button" size="sm" onClick={() => void enter(other)}>{words.goTo(other.firmName)}</Anchor>
          </Text>
        ))}
        <Text size="sm">
          <Anchor component="button" type="button" size="sm" data-testid="sign-out" onClick={signOut}>{words.signOut}</Anchor>
        </Text>
      </Stack>
    </Card>
  )
}

// Choice offers both kinds of factors until one of them is chosen.
function Choice({ begun, done }: Props) {
  const words = useWords(factor)
  const { text } = useWords(passkey)
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[]>([])
  if (codes.length > 0) {
    return <RecoveryCodes codes={codes} done={done} />
  }
  // Another tab may have added a factor before, whose codes it has shown.
  const added = (codes: string[]) => (codes.length > 0 ? setCodes(codes) : done())
  return (
    <>
      <FactorSetup begun={() => (setSettingUp(true), begun())} done={done} />
      {!isSettingUp && 'PublicKeyCredential' in window && (
        <>
          <Divider label={words.or} />
          <Text size="sm">{text}</Text>
          <AddPasskey begun={begun} added={added} />
        </>
      )}
    </>
  )
}
