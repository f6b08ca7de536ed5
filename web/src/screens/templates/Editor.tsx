import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, type ReactNode } from 'react'

import { useWords } from '../../words/language.ts'
import { Identity } from './Identity.tsx'
import { Parameters } from './Parameters.tsx'
import { parametersOf } from './parameters.ts'
import { Preview } from './Preview.tsx'
import { Texts } from './Texts.tsx'
import { parametersIn, type Values } from './values.ts'
import { templates } from './words.ts'

interface Props {
  form: UseFormReturnType<Values>
  // id is the template that is stored.
  id?: string
  isNew?: boolean
  readOnly?: boolean
  // kept is set while the form has what was typed before and not saved.
  kept: boolean
  discard: () => void
  // beside stands below the preview.
  beside?: ReactNode
  children: ReactNode
}

// Editor has the texts of a template, and beside them how people will see them.
export function Editor({ form, id, isNew = false, readOnly = false, kept, discard, beside, children }: Props) {
  const words = useWords(templates)
  useParameters(form)
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack>
        {kept && (
          <Group gap="xs" role="status">
            <Text size="sm">{words.kept}</Text>
            <Anchor component="button" type="button" size="sm" onClick={discard}>{words.discard}</Anchor>
          </Group>
        )}
        <fieldset disabled={readOnly} className="template-fields">
          <Stack>
            <Identity form={form} isNew={isNew} />
            <Texts form={form} />
            <Parameters form={form} />
          </Stack>
        </fieldset>
        {children}
      </Stack>
      <div>
        <Paper withBorder p="md" component="section" aria-label={words.preview} className="template-preview">
          <Stack gap="sm">
            <div>
              <Title order={2}>{words.preview}</Title>
              <Text size="sm" c="dimmed">{words.previewText}</Text>
            </div>
            <Preview values={form.values} storedId={form.isDirty() ? undefined : id} />
          </Stack>
        </Paper>
        {beside}
      </div>
    </SimpleGrid>
  )
}

// useParameters makes the parameters of a form those in its texts. The example of one that goes away is kept for
// the case that it comes back, as while its name is typed.
function useParameters(form: UseFormReturnType<Values>) {
  const known = useRef(new Map<string, string>())
  const names = parametersIn(form.values)
  const { parameters } = form.values
  parameters.forEach(({ name, example }) => known.current.set(name, example))
  const isRight = names.length === parameters.length && names.every((name, place) => parameters[place]?.name === name)
  useEffect(() => {
    if (!isRight) {
      form.setFieldValue('parameters', parametersOf(names, known.current))
    }
  })
}
