import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Password } from '../../parts/Password.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { FactorSetup } from '../../session/FactorSetup.tsx'
import { factor } from '../../session/factorWords.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { session } from '../../words/session.ts'

const mfaQuery = graphql(`query MfaStatus { mfa { totpSince } }`)

const removeTotp = graphql(`
  mutation RemoveTotp($input: RemoveTotpInput!) { removeTotp(input: $input) }
`)

// Factors is what the user needs to sign in beside the password.
export function Factors() {
  const words = useWords(factor)
  const format = useFormat()
  const [settingUp, setSettingUp] = useState(false)
  const [{ data, error }, again] = useQuery({ query: mfaQuery, requestPolicy: 'cache-and-network' })
  const mfa = data?.mfa
  if (!mfa) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Rows count={2} />
  }
  const read = () => again({ requestPolicy: 'network-only' })
  if (!mfa.totpSince || settingUp) {
    return (
      <Stack>
        <Text size="sm" c="dimmed">{words.text}</Text>
        <FactorSetup begun={() => setSettingUp(true)} done={() => { setSettingUp(false); read() }} />
      </Stack>
    )
  }
  return (
    <Stack>
      <Text size="sm">{words.since(format.day(mfa.totpSince))}</Text>
      <Remove removed={read} />
    </Stack>
  )
}

function Remove({ removed }: { removed: () => void }) {
  const words = { ...useWords(session), ...useWords(factor) }
  const form = useForm({ initialValues: { currentPassword: '', code: '' } })
  const { submit, fetching, fault } = useSubmit(removeTotp, form)
  const remove = form.onSubmit(async (input) => {
    if (await submit({ input })) {
      toasts.show({ message: words.removed })
      removed()
    }
  })
  return (
    <form onSubmit={remove} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <Group align="flex-start" grow>
          <Password label={words.currentPassword} autoComplete="current-password" required {...form.getInputProps('currentPassword')} />
          <TextInput label={words.code} inputMode="numeric" autoComplete="one-time-code" required {...form.getInputProps('code')} />
        </Group>
        <Group><Button type="submit" variant="default" c="var(--mantine-color-error)" loading={fetching} data-testid="factor-remove">{words.remove}</Button></Group>
      </Stack>
    </form>
  )
}
