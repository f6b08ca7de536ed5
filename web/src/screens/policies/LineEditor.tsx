import { Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'

import { useWords } from '../../words/language.ts'
import { suggest, typedAt, type Choices, type Line } from './lines.ts'
import { useFound } from './useChoices.ts'
import { policies } from './words.ts'

interface Props {
  label: string
  text: string
  setText: (text: string) => void
  lines: Line[]
  choices: Choices
}

// LineEditor is a text of rules. It says what is wrong with each line, and lists below what can stand
// at the caret.
export function LineEditor({ label, text, setText, lines, choices }: Props) {
  const words = useWords(policies)
  const editor = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState(text.length)
  const found = useFound(choices, typedAt(text, Math.min(caret, text.length)))
  const { from, to, choices: fitting } = suggest(text, Math.min(caret, text.length), found)
  const typing = text.slice(0, caret).split('\n').length
  // A line that is not yet whole is no fault while somebody types it.
  const faults = lines
    .filter(({ fault, number }) => fault && !(number === typing && typeof fault === 'object'))
    .map((line) => words.atLine(line.number, say(line)))

  function say({ fault }: Line): string {
    return typeof fault === 'object' ? words.faults.fields(fault.fields) : fault ? words.faults[fault] : ''
  }
  const take = (value: string) => {
    const after = text.slice(to)
    const ends = value === 'allow' || value === 'deny'
    const next = ends || after.startsWith(',') ? value : `${value}, `
    setText(text.slice(0, from) + next + after)
    const at = from + next.length
    setCaret(at)
    // The caret can be put there once the new text is.
    requestAnimationFrame(() => {
      editor.current?.focus()
      editor.current?.setSelectionRange(at, at)
    })
  }
  const move = (event: KeyboardEvent, step: number) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step]
    if (next || step < 0) {
      event.preventDefault()
      ;(next ?? editor.current)?.focus()
    }
  }
  const lastLine = !text.slice(caret).includes('\n')
  return (
    <Stack gap={4}>
      <Textarea
        ref={editor}
        label={label}
        description={words.linesText}
        error={faults.length > 0 ? faults.join(' ') : undefined}
        value={text}
        data-autofocus
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setCaret(currentTarget.selectionStart)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={(event) => event.key === 'ArrowDown' && lastLine && move(event, 1)}
      />
      {fitting.length > 0 && (
        <Stack
          ref={list}
          gap={0}
          role="group"
          aria-label={words.suggestions}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              move(event, event.key === 'ArrowDown' ? 1 : -1)
            }
          }}
        >
          {fitting.map(({ value, label }) => (
            <UnstyledButton key={value} type="button" px="xs" py={3} bdrs="sm" onClick={() => take(value)}>
              <Group gap="xs" wrap="nowrap">
                <Text size="sm" ff="monospace" truncate>{value}</Text>
                {label && <Text size="xs" c="dimmed" truncate>{label}</Text>}
              </Group>
            </UnstyledButton>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
