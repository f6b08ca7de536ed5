import { useQuery } from 'urql'

import { graphql } from '../../api/graphql.ts'
import type { ChannelKind } from '../../api/generated/graphql.ts'
import { useCan } from '../../session/me.ts'
import { sendable } from './sendable.ts'

const pageSize = 50

// A template whose status is Approved can be sent, and one with a draft that was approved before.
const sendableTemplatesQuery = graphql(`
  query SendableTemplates($approved: TemplatePageInput, $all: TemplatePageInput) {
    approved: templates(input: $approved) { items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }
    all: templates(input: $all) { totalCount items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }
  }
`)

// useSendable returns the first templates that can be sent, of a kind of channel and whose name contains a text, as far
// as the user may see them. There may be more unless isAll is true.
export function useSendable({ kind, searchTerm }: { kind?: ChannelKind; searchTerm?: string }) {
  const can = useCan()
  const filter = { kind, searchTerm: searchTerm || undefined, pageSize }
  const [{ data, error, fetching }] = useQuery({
    query: sendableTemplatesQuery,
    variables: { approved: { ...filter, status: 'Approved' }, all: filter },
    pause: !can('MessagingTemplate:View'),
    requestPolicy: 'cache-and-network',
  })
  return {
    templates: data && sendable(data.approved?.items ?? [], data.all?.items ?? []),
    isAll: (data?.all?.totalCount ?? 0) <= pageSize,
    error,
    fetching,
  }
}
