import { Alert, Button, Code, CopyButton, Group, Image, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { graphql } from '../api/graphql.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { useKept } from '../parts/kept.ts'
import { useSubmit } from '../parts/useSubmit.ts'
import { CopyIcon, DownloadIcon } from '../shell/icons.tsx'
import { useWords } from '../words/language.ts'
import { factor } from './factorWords.ts'

const beginTotp = graphql(`mutation BeginTotp { beginTotp { secret uri qrCode } }`)

const confirmTotp = graphql(`
  mutation ConfirmTotp($input: ConfirmTotpInput!) { confirmTotp(input: $input) { recoveryCodes } }
`)

interface Setup {
  secret: string
  qrCode: string
}

// FactorSetup leads the user from the secret of a new authenticator to its recovery codes. The authenticator is
// in use before the user has seen them, so it must stay on the page from begun to done.
export function FactorSetup({ begun, done }: { begun?: () => void; done: () => void }) {
  const words = useWords(factor)
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  const { submit, fetching, fault } = useSubmit(beginTotp)
  if (codes) {
    return <RecoveryCodes codes={codes} done={done} />
  }
  if (setup) {
    return <Confirm setup={setup} confirmed={setCodes} />
  }
  const begin = async () => {
    const data = await submit({})
    if (data) {
      begun?.()
      setSetup(data.beginTotp)
    }
  }
  return (
    <Stack align="flex-start">
      <ErrorText fault={fault} />
      <Button loading={fetching} onClick={() => void begin()} data-testid="factor-set-up">{words.setUp}</Button>
    </Stack>
  )
}

function Confirm({ setup, confirmed }: { setup: Setup; confirmed: (codes: string[]) => void }) {
  const words = useWords(factor)
  const form = useForm({ initialValues: { code: '' } })
  const { submit, fetching, fault } = useSubmit(confirmTotp, form)
  const confirm = form.onSubmit(async (input) => {
    const data = await submit({ input })
    if (data) {
      confirmed(data.confirmTotp.recoveryCodes)
    }
  })
  return (
    <form onSubmit={confirm} noValidate>
      <Stack>
        <Text size="sm">{words.scanText}</Text>
        <Image src={setup.qrCode} alt={words.qrCode} w={200} h={200} bg="white" p={4} style={{ imageRendering: 'pixelated' }} />
        <Text size="sm">{words.secretText}</Text>
        <Code block data-testid="factor-secret" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{setup.secret}</Code>
        <ErrorText fault={fault} />
        <TextInput label={words.code} inputMode="numeric" autoComplete="one-time-code" required data-testid="factor-code" {...form.getInputProps('code')} />
        <Group><Button type="submit" loading={fetching} data-testid="confirm">{words.confirm}</Button></Group>
      </Stack>
    </form>
  )
}

// RecoveryCodes shows the codes that come with the first factor of a person.
export function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const words = useWords(factor)
  const text = codes.join('\n')
  // They may be shown until what is around them is read again.
  const [isDone, setIsDone] = useState(false)
  const release = useKept(!isDone)
  return (
    <Stack>
      <Alert color="pine" variant="light" role="status" title={words.codesTitle}>{words.codesText}</Alert>
      <Code block data-testid="recovery-codes">{text}</Code>
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button variant="default" leftSection={<CopyIcon size={16} />} onClick={copy}>{copied ? words.copied : words.copy}</Button>}
        </CopyButton>
        <Button component="a" variant="default" leftSection={<DownloadIcon size={15} />} href={`data:text/plain,${encodeURIComponent(text)}`} download="firmhub-recovery-codes.txt">{words.download}</Button>
        <Button onClick={() => (release(), setIsDone(true), done())} data-testid="factor-done">{words.done}</Button>
      </Group>
    </Stack>
  )
}
