import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from 'urql'

import { faultOf } from '../../../api/fault.ts'
import { ErrorText } from '../../../parts/ErrorText.tsx'
import { contentOf, previewQuery } from '../../../parts/preview/content.ts'
import { MessagePreview } from '../../../parts/preview/MessagePreview.tsx'
import { Rows } from '../../../parts/Rows.tsx'
import { useCan } from '../../../session/me.ts'
import { useWords } from '../../../words/language.ts'
import { sampleContactQuery, type Template } from '../queries.ts'
import { campaigns } from '../words.ts'
import { filledIn } from './filledIn.ts'
import type { Values } from './values.ts'

// Preview shows the template with the values of the campaign, as the newest contact would get it.
export function Preview({ values, templates }: { values: Pick<Values, 'templateId' | 'parameters'>; templates: Template[] }) {
  const words = useWords(campaigns)
  const can = useCan()
  const [sample] = useQuery({ query: sampleContactQuery, pause: !can('Contact:View'), requestPolicy: 'cache-and-network' })
  const contact = sample.data?.contactPage?.items[0]
  const text = JSON.stringify(filledIn(values.parameters, contact))
  const [parameters] = useDebouncedValue(text, 300)
  const template = templates.find(({ id }) => id === values.templateId)
  const [{ data, error }] = useQuery({
    query: previewQuery,
    variables: { input: { id: values.templateId, parameters: JSON.parse(parameters) as Record<string, string>, inUse: Boolean(template?.approvedVersion) } },
    pause: !template,
    requestPolicy: 'cache-and-network',
  })
  const preview = data?.previewTemplate
  if (!template) {
    return <Text size="sm" c="dimmed">–</Text>
  }
  if (!preview) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Rows count={3} />
  }
  const name = contact && `${contact.firstName} ${contact.lastName}`.trim()
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">{contact ? words.previewAs(name || words.unnamed) : words.previewPlain}</Text>
      <MessagePreview kind={template.kind} content={contentOf(preview)} />
    </Stack>
  )
}
