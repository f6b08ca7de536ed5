import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useState, type DragEvent } from 'react'
import { useClient, useMutation } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ChooseFile } from '../../parts/ChooseFile.tsx'
import { Conflict } from '../../parts/Conflict.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useKept } from '../../parts/kept.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useOvertaken } from '../../parts/useOvertaken.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { ImportIcon } from '../../shell/icons.tsx'
import { fresh, read, type Choices, type Line } from './lines.ts'
import { Effect } from './Effect.tsx'
import { LineEditor } from './LineEditor.tsx'
import { createPolicyRule, policyRulesQuery, updatePolicyRule, type Rule } from './queries.ts'
import { policies } from './words.ts'

// RulePanel shows at the side new rules, or the one that the address says.
export function RulePanel({ rules, choices }: { rules: Rule[]; choices: Choices }) {
  const words = { ...useWords(general), ...useWords(policies) }
  const [open, setOpen] = useAddress('open')
  const close = () => setOpen('')
  const rule = rules.find(({ id }) => id === open)
  return (
    <SidePanel opened={open === 'new' || Boolean(rule)} onClose={close} size="xl" title={rule ? words.editTitle : words.newRule}>
      <Form key={open} rule={rule} rules={rules} choices={choices} close={close} />
    </SidePanel>
  )
}

// Facts are what can be changed of a rule.
interface Facts {
  line: string
  note: string
}

const factsOf = (rule: Rule | undefined): Facts => ({ line: rule?.line ?? '', note: rule?.note ?? '' })

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
  const [skipped, setSkipped] = useState(0)
  const [unread, setUnread] = useState('')
  const [over, setOver] = useState(false)
  // take adds the rules of a file to what is typed.
  const take = async (file: File) => {
    const read = await file.text().catch(() => undefined)
    if (read === undefined) {
      return setUnread(words.unreadable)
    }
    const added = fresh(read, new Set([...known, ...lines.map(({ line }) => line)]))
    setText([text.trimEnd(), added.text].filter(Boolean).join('\n'))
    setSkipped(added.skipped)
    setUnread('')
    setRefused([])
  }
  // What is dragged and is no file, such as a text, is left to the field that it is dropped into.
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const dragOver = (event: DragEvent) => {
    if (hasFile(event)) {
      event.preventDefault()
      setOver(true)
    }
  }
  const drop = (event: DragEvent) => {
    if (!hasFile(event)) {
      return
    }
    event.preventDefault()
    setOver(false)
    const { files: [file], items } = event.dataTransfer
    if ([...items].some((item) => item.webkitGetAsEntry()?.isDirectory)) {
      setUnread(words.folder)
    } else if (file) {
      void take(file)
    }
  }
  const client = useClient()
  const readRule = async () => {
    const { data, error } = await client.query(policyRulesQuery, {}, { requestPolicy: 'network-only' })
    const now = data?.policyRules?.find(({ id }) => id === rule?.id)
    return { values: now && factsOf(now), error }
  }
  // base is the rule that the form began with, or what somebody else has saved since and the user has seen.
  const [base, setBase] = useState(() => factsOf(rule))
  const { theirs, fault, check, forget } = useOvertaken(readRule, (known, theirs) => theirs.line !== known.line || theirs.note !== known.note)
  useKept(text !== base.line || note !== base.note)
  const takeTheirs = (theirs: Facts) => {
    setText(theirs.line)
    setNote(theirs.note)
    setBase(theirs)
    forget()
  }
  const save = async (known = base) => {
    setBusy(true)
    if (rule && !(await check(known))) {
      return setBusy(false)
    }
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
      {...(!rule && { onDragOver: dragOver, onDragLeave: () => setOver(false), onDrop: drop })}
      style={over ? { background: 'var(--mantine-primary-color-light)' } : undefined}
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
        <ErrorText fault={fault} />
        {theirs && (
          <Conflict
            differences={[
              { label: words.rule, theirs: theirs.line, mine: text, base: base.line },
              { label: words.note, theirs: theirs.note, mine: note, base: base.note },
            ].filter(({ theirs, base }) => theirs !== base)}
            take={() => takeTheirs(theirs)}
            save={() => {
              setBase(theirs)
              forget()
              void save(theirs)
            }}
          />
        )}
        {!rule && (
          <Group gap="xs">
            <ChooseFile accept=".csv,.txt,text/csv,text/plain" take={(file) => void take(file)}>
              {(props) => <Button variant="default" leftSection={<ImportIcon size={15} />} {...props}>{words.importFile}</Button>}
            </ChooseFile>
            <Text size="sm" c={unread ? 'var(--mantine-color-error)' : 'dimmed'} role="status">{unread || (skipped > 0 ? words.skipped(skipped) : words.dropFile)}</Text>
          </Group>
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
        <Button type="submit" loading={busy} disabled={lines.length === 0 || faulty || Boolean(theirs)} data-testid="save">{rule ? words.save : words.add(lines.length)}</Button>
      </Stack>
    </form>
  )
}
