import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SearchInput } from '../../parts/SearchInput.tsx'
import { useCan } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { CampaignSelect } from './CampaignSelect.tsx'
import { MessagePanel } from './MessagePanel.tsx'
import { MessageTable } from './MessageTable.tsx'
import { messageChannelsQuery, messagesQuery } from './queries.ts'
import { useFilter } from './useFilter.ts'
import { messages } from './words.ts'

const pageSize = 50

// Messages are those that the firm has sent and received, the latest first.
export default function Messages() {
  const words = useWords(messages)
  const title = useWords(screenNames).messages
  const can = useCan()
  const filter = useFilter()
  const [channels] = useQuery({ query: messageChannelsQuery, requestPolicy: 'cache-and-network' })
  const [{ data, error, fetching }, again] = useQuery({ query: messagesQuery, variables: { input: { ...filter.input, page: filter.page, pageSize } }, requestPolicy: 'cache-and-network' })
  const found = data?.messagePage
  const { values, set } = filter
  const select = (name: 'status' | 'direction' | 'channel', any: string, data: [string, string][]) => (
    <NativeSelect
      aria-label={words[name]}
      value={values[name]}
      maw={200}
      onChange={(event) => set(name, event.currentTarget.value)}
      data={[{ value: '', label: any }, ...data.map(([value, label]) => ({ value, label }))]}
    />
  )
  const names = (items: { id: string; name: string }[] | null | undefined): [string, string][] => items?.map(({ id, name }) => [id, name]) ?? []
  return (
    <Page title={title} text={words.text}>
      <Group gap="xs" align="flex-end">
        <SearchInput value={values.phone} search={(value) => set('phone', value)} label={words.phone} />
        <SearchInput value={values.reference} search={(value) => set('reference', value)} label={words.reference} />
        {select('status', words.anyStatus, Object.entries(words.statuses))}
        {select('direction', words.anyDirection, Object.entries(words.directions))}
        {select('channel', words.anyChannel, names(channels.data?.channelLookup))}
        {can('MessagingCampaign:View') && <CampaignSelect chosen={values.campaign} choose={(id) => set('campaign', id)} />}
        <TextInput type="date" label={words.from} value={values.from} onChange={(event) => set('from', event.currentTarget.value)} />
        <TextInput type="date" label={words.to} value={values.to} onChange={(event) => set('to', event.currentTarget.value)} />
        {filter.isSet && <Button variant="subtle" onClick={filter.clear}>{words.clear}</Button>}
      </Group>
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!found && fetching && <Rows />}
      {found?.totalCount === 0 && <Empty title={filter.isSet ? words.nothingTitle : words.emptyTitle}>{filter.isSet ? words.nothingText : words.emptyText}</Empty>}
      {found && found.items.length > 0 && <MessageTable items={found.items} />}
      {found && <Pages page={found.page} pageSize={found.pageSize} total={found.totalCount} count={found.items.length} show={filter.show} />}
      <MessagePanel />
    </Page>
  )
}
