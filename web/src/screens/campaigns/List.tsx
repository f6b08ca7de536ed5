import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import type { CampaignStatus } from '../../api/generated/graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SearchInput } from '../../parts/SearchInput.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { usePolling } from '../../parts/usePolling.ts'
import { useCan } from '../../session/me.ts'
import { PlusIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { CampaignTable } from './CampaignTable.tsx'
import { NothingYet } from './NothingYet.tsx'
import { campaignsQuery, channelsQuery } from './queries.ts'
import { TemplateSelect } from './TemplateSelect.tsx'
import { campaigns } from './words.ts'

const pageSize = 20

export function List() {
  const words = useWords(campaigns)
  const title = useWords(screenNames).campaigns
  const can = useCan()
  const [channels] = useQuery({ query: channelsQuery, requestPolicy: 'cache-and-network' })
  const channelNames = channels.data?.channelLookup ?? []
  const [searchTerm, search] = useAddress('search')
  const [status, setStatus] = useAddress('status')
  const [channelId, setChannel] = useAddress('channel')
  const [templateId, setTemplate] = useAddress('template')
  const [page, setPage] = useAddress('page')
  const [{ data, error, fetching }, again] = useQuery({
    query: campaignsQuery,
    variables: {
      input: {
        page: Number(page) || 1, pageSize, ...(searchTerm && { searchTerm }), ...(status && { status: status as CampaignStatus }), ...(channelId && { channelId }),
        ...(templateId && { templateId }),
      },
    },
    requestPolicy: 'cache-and-network',
  })
  const found = data?.campaigns
  const moving = found?.items.some(({ status }) => ['Preparing', 'Running'].includes(status))
  usePolling(() => again({ requestPolicy: 'network-only' }), moving ? 3 : 30)
  const filtered = Boolean(searchTerm || status || channelId || templateId)
  const filter = (set: (value: string) => void) => (value: string) => {
    set(value)
    setPage('')
  }
  const select = (label: string, any: string, value: string, set: (value: string) => void, data: { value: string; label: string }[]) => (
    <NativeSelect aria-label={label} value={value} onChange={(event) => filter(set)(event.currentTarget.value)} data={[{ value: '', label: any }, ...data]} />
  )
  return (
    <Page
      title={title}
      actions={can('MessagingCampaign:Create') && can('MessagingTemplate:View') && <Button leftSection={<PlusIcon size={16} />} component={Link} href="/campaigns/new" data-testid="new-campaign">{words.newCampaign}</Button>}
    >
      <Group gap="xs">
        <SearchInput value={searchTerm} search={filter(search)} label={words.searchCampaigns} />
        {select(words.status, words.anyStatus, status, setStatus, Object.entries(words.statuses).map(([value, label]) => ({ value, label })))}
        {select(words.channel, words.anyChannel, channelId, setChannel, channelNames.map(({ id, name }) => ({ value: id, label: name })))}
        {can('MessagingTemplate:View') && <TemplateSelect chosen={templateId} choose={filter(setTemplate)} />}
      </Group>
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!found && fetching && <Rows />}
      {found?.totalCount === 0 && (filtered ? <Empty title={words.nothingTitle}>{words.nothingText}</Empty> : <NothingYet />)}
      {found && found.items.length > 0 && <CampaignTable items={found.items} channels={channelNames} />}
      {found && <Pages page={found.page} pageSize={found.pageSize} total={found.totalCount} count={found.items.length} show={(next) => setPage(next === 1 ? '' : String(next))} />}
    </Page>
  )
}
