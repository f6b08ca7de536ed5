import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from 'urql'

import { faultOf } from '../../../api/fault.ts'
import { ErrorText } from '../../../parts/ErrorText.tsx'
import { Rows } from '../../../parts/Rows.tsx'
import { useCan } from '../../../session/me.ts'
import { useWords } from '../../../words/language.ts'
import { previewQuery, sampleContactQuery, type Template } from '../queries.ts'
import { campaigns } from '../words.ts'
import { filledIn } from './filledIn.ts'
import type { Values } from './values.ts'

// Preview shows the template with the values of the campaign, as the newest contact would get it.
export function Preview({ values, templates }: { values: Pick<Values, 'templateId' | 'parameters'>; templates: Template[] }) {
  const words = useWords(campaigns)
  const can = useCan()
  const [sample] = useQuery({ query: sampleContactQuery, pause: !can('Contact:View') })
  const contact = sample.data?.contactPage?.items[0]
  const text = JSON.stringify(filledIn(values.parameters, contact))
  const [parameters] = useDebouncedValue(text, 300)
  const known = templates.some(({ id }) => id === values.templateId)
  const [{ data, error }] = useQuery({
    query: previewQuery,
    variables: { input: { id: values.templateId, parameters: JSON.parse(parameters) as Record<string, string> } },
    pause: !known,
  })
  const preview = data?.previewTemplate
  if (!known) {
    return <Text size="sm" c="dimmed">–</Text>
  }
  if (!preview) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Rows count={3} />
  }
  const name = contact && `${contact.firstName} ${contact.lastName}`.trim()
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">{contact ? words.previewAs(name || words.unnamed) : words.previewPlain}</Text>
      <Box bg="var(--mantine-color-default-hover)" bdrs="md" p="sm" data-testid="preview">
        <Stack gap={6}>
          {preview.subject && <Text size="sm" fw={600}>{preview.subject}</Text>}
          {preview.header && (preview.header.type === 'Text' ? <Text size="sm" fw={600}>{preview.header.text}</Text> : <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>{preview.header.text}</Text>)}
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{preview.body}</Text>
          {preview.footer && <Text size="xs" c="dimmed">{preview.footer}</Text>}
          {preview.buttons.length > 0 && <Group gap={4}>{preview.buttons.map(({ text }, place) => <Badge key={place} variant="default">{text || words.template}</Badge>)}</Group>}
        </Stack>
      </Box>
      {preview.html && (
        // The firm's own HTML: without scripts, and without the origin of the console.
        <Box component="iframe" title={words.mailForm} sandbox="" srcDoc={preview.html} w="100%" h={220} bd="1px solid var(--mantine-color-default-border)" bdrs="md" bg="white" />
      )}
    </Stack>
  )
}
