import { Checkbox, Group, SegmentedControl, Select, Stack } from '@mantine/core'
import { useQuery } from 'urql'

import { SearchInput } from '../../parts/SearchInput.tsx'
import { useErrorText } from '../../parts/useErrorText.ts'
import { useWords } from '../../words/language.ts'
import { channelsQuery } from './queries.ts'
import { useColleagues } from './useColleagues.ts'
import type { Filter } from './useFilter.ts'
import { inbox } from './words.ts'

export function Filters({ filter, change }: { filter: Filter; change: (part: Partial<Filter>) => void }) {
  const words = useWords(inbox)
  const textOf = useErrorText()
  const [{ data, error }, again] = useQuery({ query: channelsQuery })
  const colleagues = useColleagues()
  return (
    <Stack gap={6}>
      <SearchInput label={words.searchConversations} value={filter.search} search={(search) => change({ search })} />
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label={words.status}
          value={filter.status}
          onChange={(status) => change({ status: status as Filter['status'] })}
          data={Object.entries(words.statuses).map(([value, label]) => ({ value, label }))}
        />
        <Checkbox size="xs" label={words.onlyUnread} checked={filter.unread} onChange={({ currentTarget }) => change({ unread: currentTarget.checked })} />
      </Group>
      <Group gap={6} grow>
        <Select
          size="xs"
          aria-label={words.assignee}
          placeholder={words.anyAssignee}
          data={[{ value: 'me', label: words.me }, { value: 'none', label: words.nobody }, ...colleagues.options]}
          error={textOf(colleagues.error)}
          value={filter.assigned || null}
          onDropdownOpen={colleagues.again}
          onChange={(assigned) => change({ assigned: assigned ?? '' })}
          searchable
          clearable
        />
        <Select
          size="xs"
          aria-label={words.channel}
          placeholder={words.anyChannel}
          data={data?.channelLookup?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          error={textOf(error)}
          value={filter.channel || null}
          onDropdownOpen={() => again({ requestPolicy: 'network-only' })}
          onChange={(channel) => change({ channel: channel ?? '' })}
          searchable
          clearable
        />
      </Group>
    </Stack>
  )
}
