import { Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { contentOf, previewQuery } from '../../parts/preview/content.ts'
import { MessagePreview } from '../../parts/preview/MessagePreview.tsx'
import { Segments } from '../../parts/Segments.tsx'
import { useCan } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { ContactSelect, type Choice } from '../contacts/ContactSelect.tsx'
import { previewOf, type Values } from './values.ts'
import { templates } from './words.ts'

// Preview shows a template as people will see it, with its examples or the values of a contact. What is stored is filled in by the server, as
// when it is sent; what is being typed is filled in here.
export function Preview({ values, storedId }: { values: Values; storedId?: string }) {
  const words = useWords(templates)
  const can = useCan()
  const [contact, choose] = useState<Choice | null>(null)
  const input = { id: storedId ?? '', contactId: contact?.value }
  const [{ data, error }] = useQuery({ query: previewQuery, variables: { input }, pause: !storedId, requestPolicy: 'cache-and-network' })
  const stored = storedId ? data?.previewTemplate : undefined
  const content = stored ? contentOf(stored) : previewOf(values)
  if (!content.body.trim() && !content.html && !content.subject) {
    return <Text size="sm" c="dimmed">{words.previewEmpty}</Text>
  }
  return (
    <>
      {storedId && values.parameters.length > 0 && can('Contact:View') && (
        <ContactSelect label={words.previewFor} placeholder={words.previewForText} chosen={contact} choose={choose} />
      )}
      <ErrorText fault={storedId ? faultOf(error) : undefined} />
      <MessagePreview kind={values.kind} content={content} />
      {values.kind === 'Sms' && <Segments body={content.body} />}
    </>
  )
}
