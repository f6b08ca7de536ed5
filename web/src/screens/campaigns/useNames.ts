import { useQuery } from 'urql'

import { useCan } from '../../session/me.ts'
import { channelsQuery, templateQuery, templatesQuery } from './queries.ts'

// useNames returns the channels and the first templates of the firm, with the template of an id, as far as the user
// may see them.
export function useNames(templateId = '') {
  const can = useCan()
  const mayNot = !can('MessagingTemplate:View')
  const [channels] = useQuery({ query: channelsQuery })
  const [templates] = useQuery({ query: templatesQuery, variables: { input: { pageSize: 100 } }, pause: mayNot })
  const first = templates.data?.templates?.items ?? []
  const isFurther = templateId !== '' && !templates.fetching && !first.some(({ id }) => id === templateId)
  const [further] = useQuery({ query: templateQuery, variables: { id: templateId }, pause: mayNot || !isFurther })
  const other = isFurther ? further.data?.template : undefined
  return {
    channels: channels.data?.channelLookup ?? [],
    templates: other ? [...first, other] : first,
    // isRead reports whether all were read.
    isRead: !channels.fetching && !templates.fetching && !further.fetching,
    error: channels.error ?? templates.error,
  }
}

export type Names = ReturnType<typeof useNames>
