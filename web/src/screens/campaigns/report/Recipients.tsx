import { Anchor, CloseButton, Group, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../../api/fault.ts'
import type { CampaignRecipientState } from '../../../api/generated/graphql.ts'
import { Download } from '../../../parts/Download.tsx'
import { ErrorText } from '../../../parts/ErrorText.tsx'
import { Pages } from '../../../parts/Pages.tsx'
import { Rows } from '../../../parts/Rows.tsx'
import { useAddress } from '../../../parts/useAddress.ts'
import { usePolling } from '../../../parts/usePolling.ts'
import { useCan } from '../../../session/me.ts'
import { useWords } from '../../../words/language.ts'
import { recipientsQuery, type Campaign } from '../queries.ts'
import { campaigns } from '../words.ts'
import { reasonText } from './reason.ts'
import { RecipientTable } from './RecipientTable.tsx'

const pageSize = 20

// Recipients are those of a campaign, with what became of each.
export function Recipients({ campaign: { id, status } }: { campaign: Campaign }) {
  const words = useWords(campaigns)
  const can = useCan()
  const [state, setState] = useAddress('state')
  const [reason, setReason] = useAddress('reason')
  const [page, setPage] = useAddress('page')
  const number = Number(page) || 1
  const chosen = state in words.states ? (state as CampaignRecipientState) : undefined
  const [{ data, error }, again] = useQuery({
    query: recipientsQuery,
    variables: { input: { id, page: number, pageSize, ...(chosen && { state: chosen }), ...(reason && { reason }) } },
    requestPolicy: 'cache-and-network',
  })
  useEffect(() => again({ requestPolicy: 'network-only' }), [again, status])
  usePolling(() => again({ requestPolicy: 'network-only' }), status === 'Preparing' || status === 'Running' ? 3 : 30)
  const found = data?.campaignRecipients
  const filters = new URLSearchParams({ ...(chosen && { state: chosen }), ...(reason && { reason }), format: '' })
  const exported = `/api/v1/messaging/campaigns/${id}/recipients?${filters}`
  const filter = (state: string) => {
    setReason('')
    setState(state)
    setPage('')
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={words.recipients}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Group gap="sm" align="baseline">
          <Title order={2}>{words.recipients}</Title>
          {can('MessagingChat:View') && <Anchor component={Link} href={`/messages?campaign=${id}`} size="sm">{words.toMessages}</Anchor>}
        </Group>
        <Group gap="xs">
          {reason ? (
            <Group gap={4}>
              <Text size="sm">{reasonText(chosen ?? 'Skipped', reason, words)}</Text>
              <CloseButton size="sm" aria-label={words.anyReason} onClick={() => filter('')} />
            </Group>
          ) : (
            <NativeSelect
              aria-label={words.state}
              value={chosen ?? ''}
              data={[{ value: '', label: words.anyState }, ...Object.entries(words.states).map(([value, label]) => ({ value, label }))]}
              onChange={(event) => filter(event.currentTarget.value)}
            />
          )}
          <Download path={`${exported}csv`}>{words.exportCsv}</Download>
          <Download path={`${exported}ndjson`}>{words.exportNdjson}</Download>
        </Group>
      </Group>
      <ErrorText fault={faultOf(error)} />
      {!found ? !error && <Rows count={4} />
        : found.totalCount === 0 ? <Text size="sm" c="dimmed">{chosen || reason ? words.noRecipients : words.noRecipientsYet}</Text>
        : <RecipientTable items={found.items} />}
      {found && <Pages page={number} pageSize={pageSize} total={found.totalCount} count={found.items.length} show={(next) => setPage(next === 1 ? '' : String(next))} />}
    </Paper>
  )
}
