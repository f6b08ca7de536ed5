import { useQuery } from 'urql'

import { useCan } from '../../session/me.ts'
import { channelsQuery, templatesQuery } from './queries.ts'

// useNames returns the channels and templates of the firm, as far as the user may see them.
export function useNames() {
  const can = useCan()
  const [channels] = useQuery({ query: channelsQuery })
  const [templates] = useQuery({ query: templatesQuery, variables: { input: { pageSize: 100 } }, pause: !can('MessagingTemplate:View') })
  return {
    channels: channels.data?.channelLookup ?? [],
    templates: templates.data?.templates?.items ?? [],
    // isRead reports whether both were read.
    isRead: !channels.fetching && !templates.fetching,
    error: channels.error ?? templates.error,
  }
}

export type Names = ReturnType<typeof useNames>
