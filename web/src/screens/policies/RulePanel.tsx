import { Alert, Button, Drawer, Stack, Text, TextInput } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'
import { useMutation } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { useAddress } from '../../parts/useAddress.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { read, type Choices, type Line } from './lines.ts'
import { Effect } from './Effect.tsx'
import { LineEditor } from './LineEditor.tsx'
import { createPolicyRule, updatePolicyRule, type Rule } from './queries.ts'
import { policies } from './words.ts'

// RulePanel shows at the side new rules, or the one that the address says.
export function RulePanel({ rules, choices }: { rules: Rule[]; choices: Choices }) {
  const words = { ...useWords(general), ...useWords(policies) }
  const [open, setOpen] = useAddress('open')
  const close = () => setOpen('')
  const rule = rules.find(({ id }) => id === open)
  return (
    <Drawer opened={open === 'new' || Boolean(rule)} onClose={close} position="right" size="xl" title={rule ? words.editTitle : words.newRule} closeButtonProps={{ 'aria-label': words.close }}>
      <Form key={open} rule={rule} rules={rules} choices={choices} close={close} />
    </Drawer>
  )
}

// maxRehearsed is how many lines the server rehearses at once.
const maxRehearsed = 100

// Form sends one line after another. Those that the server refuses stay in the editor with its words.
function Form({ rule, rules, choices, close }: { rule: Rule | undefined; rules: Rule[]; choices: Choices; close: () => void }) {
  const words = { ...useWords(general), ...useWords(policies) }
  const [text, setText] = useState(rule?.line ?? '')
  const [note, setNote] = useState(rule?.note ?? '')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string[]>([])
  const [, create] = useMutation(createPolicyRule)
  const [, update] = useMutation(updatePolicyRule)
  const known = new Set(rules.filter(({ id }) => id !== rule?.id).map(({ line }) => line))
  const lines = read(text, choices.permissions, known)
  const faulty = lines.some(({ fault }) => fault)
  // What is wrong with a line is said at the editor, and its effect is not asked for.
  const added = lines.filter(({ fault, line }) => !fault && line !== rule?.line).map(({ line }) => line).slice(0, maxRehearsed)

  const send = async ({ line }: Line) => {
    const { error } = await (rule ? update({ input: { id: rule.id, line, note } }) : create({ input: { line, ...(note && { note }) } }))
    const fault = faultOf(error)
    return fault && (fault.fields.line ?? fault.fields.note ?? (fault.message || words.noAnswer))
  }
  const save = async () => {
    setBusy(true)
    const left: { line: string; fault: string }[] = []
    for (const line of lines) {
      const fault = await send(line)
      if (fault) {
        left.push({ line: line.line, fault })
      }
    }
    setBusy(false)
    const done = lines.length - left.length
    if (done > 0) {
      toasts.show({ message: rule ? words.saved : words.added(done) })
    }
    if (left.length === 0) {
      return close()
    }
    setText(left.map(({ line }) => line).join('\n'))
    setRefused(left.map(({ fault }, index) => words.atLine(index + 1, fault)))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack>
        {refused.length > 0 && (
          <Alert color="red" variant="light" role="alert" title={rule || lines.length === 1 ? undefined : words.notAdded}>
            {refused.map((fault) => <Text size="sm" key={fault}>{fault}</Text>)}
          </Alert>
        )}
        <LineEditor
          label={rule ? words.oneLine : words.lines}
          text={text}
          setText={(next) => {
            setText(rule ? next.replace(/\n/g, ' ') : next)
            setRefused([])
          }}
          lines={lines}
          choices={choices}
        />
        <Effect add={added} remove={rule && added.length > 0 ? [rule.id] : []} />
        <TextInput label={words.note} description={words.noteText} maxLength={500} value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />
        <Button type="submit" loading={busy} disabled={lines.length === 0 || faulty} data-testid="save">{rule ? words.save : words.add(lines.length)}</Button>
      </Stack>
    </form>
  )
}
