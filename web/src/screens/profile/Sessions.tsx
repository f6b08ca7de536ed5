import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from 'urql'

import { graphql } from '../../api/graphql.ts'
import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { profile } from './words.ts'

const sessionsQuery = graphql(`
  query Sessions { sessions { id device address firmName isCurrent createdAt lastUsedAt } }
`)

const endSession = graphql(`mutation EndSession($id: ID!) { endSession(id: $id) }`)

const endOtherSessions = graphql(`mutation EndOtherSessions { endOtherSessions }`)

export function Sessions() {
  const words = useWords(profile)
  const format = useFormat()
  const [{ data, error }] = useQuery({ query: sessionsQuery, requestPolicy: 'cache-and-network' })
  const [ended, end] = useMutation(endSession)
  const [allEnded, endOthers] = useMutation(endOtherSessions)
  const sessions = data?.sessions
  if (!sessions) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Rows count={3} />
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">{words.sessionsText}</Text>
        {sessions.length > 1 && <Button variant="default" size="xs" loading={allEnded.fetching} onClick={() => void endOthers({})}>{words.endOthers}</Button>}
      </Group>
      <ErrorText fault={faultOf(ended.error ?? allEnded.error)} />
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.device}</Table.Th><Table.Th>{words.address}</Table.Th><Table.Th>{words.firm}</Table.Th><Table.Th>{words.lastUsed}</Table.Th><Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sessions.map((session) => (
              <Table.Tr key={session.id}>
                <Table.Td>{session.device}</Table.Td>
                <Table.Td>{session.address}</Table.Td>
                <Table.Td>{session.firmName}</Table.Td>
                <Table.Td>{format.ago(session.lastUsedAt)}</Table.Td>
                <Table.Td ta="right">
                  {session.isCurrent ? (
                    <Badge variant="light">{words.thisOne}</Badge>
                  ) : (
                    <Button variant="subtle" size="compact-xs" color="red" c="var(--mantine-color-error)" aria-label={words.endSession(session.device)} onClick={() => void end({ id: session.id })}>{words.end}</Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}
