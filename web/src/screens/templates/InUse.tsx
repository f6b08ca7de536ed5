import { Paper, Text, Title } from '@mantine/core'

import { MessagePreview } from '../../parts/preview/MessagePreview.tsx'
import { useWords } from '../../words/language.ts'
import { previewOf, valuesOf, type Template } from './values.ts'
import { templates } from './words.ts'

// InUse shows the version that is sent, while people work on another.
export function InUse({ template }: { template: Template }) {
  const words = useWords(templates)
  const { approved, approvedVersion, version } = template
  if (!approved || !approvedVersion || approvedVersion === version) {
    return null
  }
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label={words.sentNow}>
      <Title order={2}>{words.sentNow}</Title>
      <Text size="sm" c="dimmed" mb="sm">{words.sentNowText(approvedVersion)}</Text>
      <MessagePreview kind={template.kind} content={previewOf(valuesOf({ ...template, ...approved }))} />
    </Paper>
  )
}
