import { Button, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import type { Fault } from '../../api/fault.ts'
import { newPassword } from '../../parts/password.ts'
import { useWords } from '../../words/language.ts'
import { users } from './words.ts'

// noMail is set once the server has said that it sends no mail: nothing else says so before.
let noMail = false

// useHow returns how a person is invited: by the link of a mail, which needs no password here, or by a password to
// hand over. instead is for useSubmit: a server without mail requires a password.
export function useHow() {
  const [how, choose] = useState<'mail' | 'password'>(noMail ? 'password' : 'mail')
  const begin = () => {
    let password = how === 'password' ? newPassword() : undefined
    return {
      password: () => password,
      instead: <Input extends object>(variables: { input: Input }) => (fault: Fault) => {
        if (password || !fault.fields.password) {
          return undefined
        }
        noMail = true
        choose('password')
        password = newPassword()
        return { input: { ...variables.input, password } }
      },
    }
  }
  return { how, choose, begin }
}

// How asks how a person is invited. A server without mail leaves no choice.
export function How({ how, choose }: Pick<ReturnType<typeof useHow>, 'how' | 'choose'>) {
  const words = useWords(users)
  return noMail ? <Text size="sm" c="dimmed">{words.noMailText}</Text> : (
    <Radio.Group label={words.how} value={how} onChange={(next) => choose(next === 'mail' ? 'mail' : 'password')}>
      <Stack gap={6} mt={4}>
        <Radio value="mail" label={words.byMail} description={words.byMailText} />
        <Radio value="password" label={words.byPassword} description={words.byPasswordText} />
      </Stack>
    </Radio.Group>
  )
}

// Mailed says that an invitation is on its way.
export function Mailed({ email, close }: { email: string; close: () => void }) {
  const words = useWords(users)
  return (
    <Stack>
      <Text role="status">{words.mailed(email)}</Text>
      <Button onClick={close}>{words.done}</Button>
    </Stack>
  )
}
