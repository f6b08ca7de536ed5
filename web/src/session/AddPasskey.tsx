import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'

import type { Fault } from '../api/fault.ts'
import { graphql } from '../api/graphql.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { useSubmit } from '../parts/useSubmit.ts'
import { useWords } from '../words/language.ts'
import { newPasskey } from './passkey.ts'
import { passkey } from './passkeyWords.ts'

const beginPasskey = graphql(`mutation BeginPasskey { beginPasskey { publicKey } }`)

const finishPasskey = graphql(`
  mutation FinishPasskey($input: FinishPasskeyInput!) { finishPasskey(input: $input) { passkey { id } recoveryCodes } }
`)

// AddPasskey lets the browser make a passkey and adds it to the account. begun is called before the server gets it. added gets the
// recovery codes that come with a first factor, which are shown once.
export function AddPasskey({ begun, added }: { begun?: () => void; added: (codes: string[]) => void }) {
  const words = useWords(passkey)
  const form = useForm({ initialValues: { name: '' } })
  const begin = useSubmit(beginPasskey)
  const finish = useSubmit(finishPasskey, form)
  const [refused, setRefused] = useState<Fault>()
  const add = form.onSubmit(async ({ name }) => {
    setRefused(undefined)
    const options = await begin.submit({})
    if (!options) {
      return
    }
    const { fault, credential } = await newPasskey(words, options.beginPasskey.publicKey)
    setRefused(fault)
    if (fault) {
      return
    }
    begun?.()
    const data = await finish.submit({ input: { name, credential } })
    if (data) {
      toasts.show({ message: words.added })
      form.reset()
      added(data.finishPasskey.recoveryCodes)
    }
  })
  return (
    <form onSubmit={add} noValidate>
      <Stack>
        <ErrorText fault={refused ?? begin.fault ?? finish.fault} />
        <Group align="flex-end">
          <TextInput label={words.name} placeholder={words.nameHint} maxLength={100} required flex={1} miw={200} data-testid="passkey-name" {...form.getInputProps('name')} />
          <Button type="submit" loading={begin.fetching || finish.fetching} data-testid="passkey-add">{words.add}</Button>
        </Group>
      </Stack>
    </form>
  )
}
