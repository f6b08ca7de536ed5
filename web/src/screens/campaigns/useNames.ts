import { useQuery } from 'urql'

import { useCan } from '../../session/me.ts'
import { asSent } from '../templates/sendable.ts'
import { useSendable } from '../templates/useSendable.ts'
import { channelsQuery, templateQuery } from './queries.ts'

// useNames returns the channels and the first templates of the firm that can be sent, with the template of an id, as far
// as the user may see them.
export function useNames(templateId = '') {
  const can = useCan()
  const mayNot = !can('MessagingTemplate:View')
  const [channels] = useQuery({ query: channelsQuery, requestPolicy: 'cache-and-network' })
  const sendable = useSendable({})
  const first = sendable.templates ?? []
  const areRead = mayNot || sendable.templates !== undefined || sendable.error !== undefined
  const isFurther = templateId !== '' && areRead && !first.some(({ id }) => id === templateId)
  const [further] = useQuery({ query: templateQuery, variables: { id: templateId }, pause: mayNot || !isFurther })
  const other = isFurther ? further.data?.template : undefined
  return {
    channels: channels.data?.channelLookup ?? [],
    templates: other ? [...first, asSent(other)] : first,
    // areAll reports whether no other template can be sent.
    areAll: sendable.isAll,
    // isRead reports whether all were read.
    isRead: !channels.fetching && areRead && !further.fetching,
    error: channels.error ?? sendable.error,
  }
}

export type Names = ReturnType<typeof useNames>
