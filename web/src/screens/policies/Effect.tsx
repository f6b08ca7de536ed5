import { Alert, Loader, Stack, Table, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { rehearsePolicyRule, type CallSum, type Rehearsal, type Subject } from './queries.ts'
import { policies } from './words.ts'

// Effect shows what a change of the rules would do, before it is saved.
export function Effect({ add, remove }: { add: string[]; remove: string[] }) {
  const words = useWords(policies)
  const typed = JSON.stringify({ add, remove })
  const [change] = useDebouncedValue(typed, 400)
  const input = JSON.parse(change) as { add: string[]; remove: string[] }
  const pause = input.add.length + input.remove.length === 0
  const [{ data, error, fetching }, again] = useQuery({ query: rehearsePolicyRule, variables: { input }, pause, requestPolicy: 'network-only' })
  if (pause) {
    return null
  }
  const fault = faultOf(error)
  const refused = input.add.map((line, index) => ({ line, why: fault?.fields[`add[${index}]`] })).filter(({ why }) => why)
  const rehearsal = data?.rehearsePolicyRule
  // What was shown stays until the answer is there, so that nothing jumps while somebody types.
  const busy = fetching || change !== typed
  return (
    <Stack gap="xs" role="status" aria-busy={busy} data-testid="effect">
      <Title order={3} size="sm">{words.effect} {busy && <Loader size={12} aria-hidden />}</Title>
      {!fetching && refused.map(({ line, why }) => <Warning key={line} title={words.wouldBeRefused} line={line} text={why ?? ''} />)}
      {!fetching && refused.length === 0 && <ErrorText fault={fault} again={() => again()} />}
      {!fault && rehearsal && <Rehearsed rehearsal={rehearsal} />}
    </Stack>
  )
}

function Warning({ title, line, text }: { title: string; line: string | null; text: string }) {
  return (
    <Alert color="yellow" variant="light" p="xs" title={title}>
      {line && <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>{line}</Text>}
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{text}</Text>
    </Alert>
  )
}

// shown limits what the panel names.
const shown = 10

function Rehearsed({ rehearsal: { warnings, subjects, subjectCount, calls, refused, allowed, isComplete } }: { rehearsal: Rehearsal }) {
  const words = useWords(policies)
  const format = useFormat()
  const sum = ({ calls: count, people, apiClients }: CallSum): [string, string] => [
    format.number(count),
    words.who(format.number(people), format.number(apiClients)),
  ]
  return (
    <>
      {warnings.map(({ kind, line, message }) => (
        // Why a single rule is idle or conflicts with another one is in the message alone.
        <Warning key={`${kind} ${line} ${message}`} title={words.warnings[kind]} line={line} text={kind === 'Idle' && line === null ? words.nobodyChanges : message} />
      ))}
      {!isComplete && <Text size="sm">{words.incomplete}</Text>}
      {refused.calls > 0 && <Text size="sm" fw={500}>{words.wouldRefuse(...sum(refused))}</Text>}
      {allowed.calls > 0 && <Text size="sm" fw={500}>{words.wouldAllow(...sum(allowed))}</Text>}
      {subjectCount > 0 && refused.calls + allowed.calls === 0 && <Text size="sm">{words.noCalls}</Text>}
      {calls.length > 0 && (
        <Table withRowBorders={false} verticalSpacing={2} aria-label={words.calls}>
          <Table.Tbody>
            {calls.slice(0, shown).map(({ subject, permission, isAllowed, calls: count }) => (
              <Table.Tr key={`${idOf(subject)} ${permission} ${isAllowed}`}>
                <Table.Td><Name subject={subject} /></Table.Td>
                <Table.Td>{permission}</Table.Td>
                <Table.Td>{isAllowed ? words.callsAllowed(format.number(count)) : words.callsRefused(format.number(count))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {subjectCount > 0 && (
        <>
          <Text size="sm">{words.changes}</Text>
          <Stack gap={4}>
            {subjects.slice(0, shown).map(({ subject, gained, lost }) => (
              <div key={idOf(subject)}>
                <Name subject={subject} />
                {gained.length > 0 && <Text size="xs" c="dimmed">{words.gains(some(gained))}</Text>}
                {lost.length > 0 && <Text size="xs" c="dimmed">{words.loses(some(lost))}</Text>}
              </div>
            ))}
          </Stack>
          {subjectCount > shown && <Text size="xs" c="dimmed">{words.others(subjectCount - Math.min(shown, subjects.length))}</Text>}
        </>
      )}
    </>
  )

  function some(permissions: string[]): string {
    const named = permissions.slice(0, 6).join(', ')
    return permissions.length > 6 ? `${named} ${words.andMore(permissions.length - 6)}` : named
  }
}

function idOf({ userId, apiClientId, firmId }: Subject): string {
  return `${userId ?? apiClientId} ${firmId}`
}

function Name({ subject: { name, apiClientId, firmName } }: { subject: Subject }) {
  const words = useWords(policies)
  const who = apiClientId ? words.apiKey(name) : name
  return <Text size="sm" component="span">{who} <Text size="xs" c="dimmed" component="span">{firmName ?? words.elsewhere}</Text></Text>
}
