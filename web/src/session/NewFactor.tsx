import { Anchor, Button, Stack, Text } from '@mantine/core'

import { ErrorText } from '../parts/ErrorText.tsx'
import { faultOf } from '../api/fault.ts'
import { useEnterFirm } from '../shell/useEnterFirm.ts'
import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { shell } from '../words/shell.ts'
import { Card } from './Card.tsx'
import { FactorSetup } from './FactorSetup.tsx'
import { factor } from './factorWords.ts'
import { useMe } from './me.ts'
import { endVisit, signOut, visiting } from './session.ts'

// NewFactor is shown to a user without a second factor in a firm that requires one.
export default function NewFactor({ done }: { done: () => void }) {
  const words = { ...useWords(shell), ...useWords(session), ...useWords(factor) }
  const { firm, firms } = useMe()
  const { enter, error } = useEnterFirm()
  return (
    <Card title={words.dueTitle} text={words.dueText(firm?.firmName ?? '')}>
      <Stack>
        {visiting() ? <Button onClick={endVisit}>{words.endVisit}</Button> : <FactorSetup done={done} />}
        <ErrorText fault={faultOf(error)} />
        {firms.filter(({ firmId }) => firmId !== firm?.firmId).map((other) => (
          <Text size="sm" key={other.firmId}>
            <Anchor component="button" type="button" size="sm" onClick={() => void enter(other)}>{words.goTo(other.firmName)}</Anchor>
          </Text>
        ))}
        <Text size="sm">
          <Anchor component="button" type="button" size="sm" data-testid="sign-out" onClick={() => void signOut()}>{words.signOut}</Anchor>
        </Text>
      </Stack>
    </Card>
  )
}
