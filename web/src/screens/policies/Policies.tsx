import { ActionIcon, Button, Code, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useMutation, useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { PlusIcon, TrashIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { ConfirmDelete } from './ConfirmDelete.tsx'
import { Export } from './Export.tsx'
import type { Choices } from './lines.ts'
import { deletePolicyRule, policyRulesQuery, type Rule } from './queries.ts'
import { RulePanel } from './RulePanel.tsx'
import { useChoices } from './useChoices.ts'
import { policies } from './words.ts'

// Policies are the rules that the super-firm adds to the roles.
export default function Policies() {
  const words = { ...useWords(general), ...useWords(policies) }
  const title = useWords(screenNames).policies
  const choices = useChoices()
  const [, setOpen] = useAddress('open')
  const [{ data, error }, again] = useQuery({ query: policyRulesQuery, requestPolicy: 'cache-and-network' })
  const [, remove] = useMutation(deletePolicyRule)
  const { pending, later } = useUndo()
  const [deleting, setDeleting] = useState<Rule>()
  const all = data?.policyRules
  const rules = all?.filter(({ id }) => !pending.has(id))
  return (
    <Page
      title={title}
      text={words.text}
      actions={<Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')} data-testid="new-rule">{words.newRule}</Button>}
    >
      <Export firms={choices.firms} rules={rules ?? []} />
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!rules && !error && <Rows />}
      {rules?.length === 0 && <Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      {rules?.some(({ problem }) => problem) && <Text size="sm" c="var(--mantine-color-error)">{words.invalid}</Text>}
      {rules && rules.length > 0 && (
        <Table.ScrollContainer minWidth={640}>
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr><Table.Th>{words.rule}</Table.Th><Table.Th>{words.note}</Table.Th><Table.Th>{words.changed}</Table.Th><Table.Td /></Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rules.map((rule) => (
                <Row
                  key={rule.id}
                  rule={rule}
                  choices={choices}
                  edit={() => setOpen(rule.id)}
                  remove={() => setDeleting(rule)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {deleting && (
        <ConfirmDelete
          rule={deleting}
          close={() => setDeleting(undefined)}
          remove={() => {
            later(deleting.id, words.deleted, (context) => remove({ id: deleting.id }, context))
            setDeleting(undefined)
          }}
        />
      )}
      {all && <RulePanel rules={all} choices={choices} />}
    </Page>
  )
}

function Row({ rule, choices, edit, remove }: { rule: Rule; choices: Choices; edit: () => void; remove: () => void }) {
  const words = { ...useWords(general), ...useWords(policies) }
  const format = useFormat()
  const names = [...choices.subjects, ...choices.firms].filter(({ value, label }) => label && rule.line.includes(value)).map(({ label }) => label)
  return (
    <Table.Tr>
      <Table.Td>
        <Code style={{ overflowWrap: 'anywhere' }}>{rule.line}</Code>
        {names.length > 0 && <Text size="xs" c="dimmed">{names.join(', ')}</Text>}
        {rule.problem && <Text size="xs" c="var(--mantine-color-error)">{words.problem}: {rule.problem}</Text>}
      </Table.Td>
      <Table.Td>{rule.note}</Table.Td>
      <Table.Td>{format.day(rule.updatedAt)}</Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button variant="subtle" size="compact-sm" data-open aria-label={words.editRule(rule.line)} onClick={edit}>{words.edit}</Button>
          <ActionIcon variant="subtle" color="gray" aria-label={words.deleteRule(rule.line)} onClick={remove}><TrashIcon /></ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
