import { Button, Group, Stack, Table, Text } from '@mantine/core'
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
import { AddPasskey } from '../../session/AddPasskey.tsx'
import { RecoveryCodes } from '../../session/FactorSetup.tsx'
import { passkey } from '../../session/passkeyWords.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { session } from '../../words/session.ts'

const passkeysQuery = graphql(`query Passkeys { passkeys { id name createdAt lastUsedAt } }`)

const removePasskey = graphql(`
  mutation RemovePasskey($input: RemovePasskeyInput!) { removePasskey(input: $input) }
`)

interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt?: string | null
}

// Passkeys lists what the user signs in with instead of the password. With the first factor come recovery
// codes, which stay on the page until the user has kept them.
export function Passkeys() {
  const words = useWords(passkey)
  const [codes, setCodes] = useState<string[]>([])
  const [{ data, error }] = useQuery({ query: passkeysQuery, requestPolicy: 'cache-and-network' })
  const passkeys = data?.passkeys
  if (!passkeys) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Rows count={2} />
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">{words.text}</Text>
      {passkeys.length > 0 && <List passkeys={passkeys} />}
      {codes.length > 0 ? <RecoveryCodes codes={codes} done={() => setCodes([])} /> : <AddPasskey added={setCodes} />}
    </Stack>
  )
}

function List({ passkeys }: { passkeys: Passkey[] }) {
  const words = useWords(passkey)
  const format = useFormat()
  const [chosen, setChosen] = useState<string>()
  return (
    <Stack>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr><Table.Th>{words.name}</Table.Th><Table.Th>{words.addedOn}</Table.Th><Table.Th>{words.lastUsed}</Table.Th><Table.Td /></Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {passkeys.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>{one.name}</Table.Td>
                <Table.Td>{format.day(one.createdAt)}</Table.Td>
                <Table.Td>{one.lastUsedAt ? format.ago(one.lastUsedAt) : words.never}</Table.Td>
                <Table.Td ta="right">
                  <Button variant="subtle" size="compact-xs" color="red" c="var(--mantine-color-error)" aria-label={words.removeOne(one.name)} onClick={() => setChosen(one.id)}>{words.remove}</Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {passkeys.filter(({ id }) => id === chosen).map((one) => <Remove key={one.id} passkey={one} ended={() => setChosen(undefined)} />)}
    </Stack>
  )
}

function Remove({ passkey: { id, name }, ended }: { passkey: Passkey; ended: () => void }) {
  const words = { ...useWords(general), ...useWords(session), ...useWords(passkey) }
  const form = useForm({ initialValues: { currentPassword: '' } })
  const { submit, fetching, fault } = useSubmit(removePasskey, form)
  const remove = form.onSubmit(async (input) => {
    if (await submit({ input: { id, ...input } })) {
      toasts.show({ message: words.removed })
      ended()
    }
  })
  return (
    <form onSubmit={remove} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <Password label={words.currentPassword} autoComplete="current-password" autoFocus required {...form.getInputProps('currentPassword')} />
        <Group>
          <Button type="submit" variant="default" c="var(--mantine-color-error)" loading={fetching} data-testid="confirm">{words.removeOne(name)}</Button>
          <Button variant="subtle" onClick={ended}>{words.cancel}</Button>
        </Group>
      </Stack>
    </form>
  )
}
