import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Password } from '../../parts/Password.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { RecoveryCodes } from '../../session/FactorSetup.tsx'
import { factor } from '../../session/factorWords.ts'
import { signedByPasskey } from '../../session/passkey.ts'
import { passkey } from '../../session/passkeyWords.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { session } from '../../words/session.ts'
import { recovery } from './recoveryWords.ts'

const recoveryQuery = graphql(`query RecoveryStatus { mfa { totpSince recoveryCodesLeft } passkeys { id } }`)

const beginRecoveryCodes = graphql(`mutation BeginRecoveryCodes { beginRecoveryCodes { publicKey } }`)

const renewRecoveryCodes = graphql(`
  mutation RenewRecoveryCodes($input: RenewRecoveryCodesInput!) { renewRecoveryCodes(input: $input) { recoveryCodes } }
`)

// Recovery says how many recovery codes are left, and makes new ones, which stay on the page until the user has
// kept them.
export function Recovery() {
  const words = { ...useWords(factor), ...useWords(recovery) }
  const [renewing, setRenewing] = useState(false)
  const [codes, setCodes] = useState<string[]>([])
  const [{ data, error }] = useQuery({ query: recoveryQuery, requestPolicy: 'cache-and-network' })
  if (!data?.mfa || !data.passkeys) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Rows count={1} />
  }
  const hasTotp = Boolean(data.mfa.totpSince)
  const hasPasskey = data.passkeys.length > 0
  if (codes.length > 0) {
    return <RecoveryCodes codes={codes} done={() => setCodes([])} />
  }
  if (!hasTotp && !hasPasskey) {
    return <Text size="sm" c="dimmed">{words.text} {words.without}</Text>
  }
  const renewed = (codes: string[]) => {
    setRenewing(false)
    setCodes(codes)
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">{words.text}</Text>
      <Text size="sm">{words.left(data.mfa.recoveryCodesLeft)}</Text>
      {renewing ? (
        <Renew hasTotp={hasTotp} hasPasskey={hasPasskey} renewed={renewed} cancel={() => setRenewing(false)} />
      ) : <Group><Button variant="default" onClick={() => setRenewing(true)} data-testid="recovery-new">{words.make}</Button></Group>}
    </Stack>
  )
}

function Renew({ hasTotp, hasPasskey, renewed, cancel }: {
  hasTotp: boolean
  hasPasskey: boolean
  renewed: (codes: string[]) => void
  cancel: () => void
}) {
  const words = { ...useWords(general), ...useWords(session), ...useWords(factor), ...useWords(recovery) }
  const passkeyWords = useWords(passkey)
  const form = useForm({ initialValues: { currentPassword: '', code: '' } })
  const begin = useSubmit(beginRecoveryCodes)
  const { submit, fetching, fault } = useSubmit(renewRecoveryCodes, form)
  const [refused, setRefused] = useState<Fault>()
  const send = async (proof: { code: string } | { credential: unknown }) => {
    const data = await submit({ input: { currentPassword: form.getValues().currentPassword, ...proof } })
    if (data) {
      renewed(data.renewRecoveryCodes.recoveryCodes)
    }
  }
  const byPasskey = async () => {
    setRefused(undefined)
    const options = await begin.submit({})
    if (!options) {
      return
    }
    const { fault, credential } = await signedByPasskey(passkeyWords, options.beginRecoveryCodes.publicKey)
    setRefused(fault)
    if (!fault) {
      await send({ credential })
    }
  }
  const sends = form.onSubmit(async ({ code }) => {
    setRefused(undefined)
    await (hasTotp ? send({ code }) : byPasskey())
  })
  const busy = begin.fetching || fetching
  return (
    <form onSubmit={sends} noValidate>
      <Stack>
        <Text size="sm">{words.ends}</Text>
        <ErrorText fault={refused ?? begin.fault ?? fault} />
        <Group align="flex-start" grow>
          <Password label={words.currentPassword} autoComplete="current-password" autoFocus required {...form.getInputProps('currentPassword')} />
          {hasTotp && <TextInput label={words.code} inputMode="numeric" autoComplete="one-time-code" {...form.getInputProps('code')} />}
        </Group>
        <Group>
          {hasTotp && <Button type="submit" loading={busy} data-testid="recovery-by-code">{words.byCode}</Button>}
          {hasPasskey && (
            <Button type={hasTotp ? 'button' : 'submit'} variant={hasTotp ? 'default' : 'filled'} loading={busy} data-testid="recovery-by-passkey" onClick={hasTotp ? () => void byPasskey() : undefined}>{words.byPasskey}</Button>
          )}
          <Button variant="subtle" onClick={cancel}>{words.cancel}</Button>
        </Group>
      </Stack>
    </form>
  )
}
