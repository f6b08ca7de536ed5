import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../../api/fault.ts'
import { Download } from '../../../parts/Download.tsx'
import { ErrorText } from '../../../parts/ErrorText.tsx'
import { Rows } from '../../../parts/Rows.tsx'
import { usePolling } from '../../../parts/usePolling.ts'
import { timeOf } from '../../../parts/zone.ts'
import { useSubmit } from '../../../parts/useSubmit.ts'
import { useCan } from '../../../session/me.ts'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import { ContactDrawer } from '../../contacts/ContactDrawer.tsx'
import { executeCampaign, quoteQuery, sampleContactQuery, type Campaign } from '../queries.ts'
import { campaigns } from '../words.ts'
import type { Names } from '../useNames.ts'
import { Clash } from './Clash.tsx'
import type { Draft } from './useDraft.ts'
import type { Values } from './values.ts'

interface Props {
  campaign: Campaign | undefined
  draft: Draft
  values: Values
  names: Pick<Names, 'channels' | 'templates'>
  zone: string
}

// Quote says whom a campaign reaches and what it costs, and executes it.
export function Quote({ campaign, draft, values, names, zone }: Props) {
  const words = useWords(campaigns)
  const saved = campaign ? words.savedDraft : words.willSave
  return (
    <Stack gap="sm">
      <ErrorText fault={draft.fault} />
      <Clash draft={draft} values={values} names={names} zone={zone} />
      {draft.isRenewed && <Alert color="yellow" variant="light" p="xs" role="alert" title={words.renewed}>{words.renewedText}</Alert>}
      {campaign ? <Figures campaign={campaign} draft={draft} values={values} zone={zone} /> : values.who === 'everyone' && <Everyone draft={draft} />}
      {!draft.complete && <Text size="sm">{words.incomplete}</Text>}
      {draft.isByHand && (
        <Button variant={campaign ? 'filled' : 'default'} disabled={!draft.complete} loading={draft.fetching} onClick={() => void draft.save()} data-testid="save">
          {campaign ? words.saveChanges : words.saveDraft}
        </Button>
      )}
      {draft.may && <Text size="xs" c="dimmed" role="status">{draft.isSaving ? words.saving : campaign && draft.changed ? words.unsavedChanges : saved}</Text>}
    </Stack>
  )
}

// Everyone is the count of all contacts, until there is a draft with a quote. Whoever adds the first contact here sees the
// quote at once.
function Everyone({ draft }: { draft: Draft }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const can = useCan()
  const [{ data, fetching, stale }] = useQuery({ query: sampleContactQuery, pause: !can('Contact:View'), requestPolicy: 'cache-and-network' })
  const count = data?.contactPage?.totalCount
  const wasEmpty = useRef(false)
  useEffect(() => {
    if (count === 0 && !fetching && !stale) {
      wasEmpty.current = true
    } else if (count && wasEmpty.current && draft.may && draft.complete) {
      wasEmpty.current = false
      void draft.save()
    }
  })
  if (count === undefined) {
    return null
  }
  return (
    <>
      <Text fz={22} fw={650} lh={1.25}>{words.contactCount(format.number(count))}</Text>
      {count === 0 && <FirstContacts />}
    </>
  )
}

// FirstContacts offers contacts to a firm without any.
function FirstContacts() {
  const words = useWords(campaigns)
  const can = useCan()
  const [isNew, setNew] = useState(false)
  return (
    <Group gap="xs">
      {can('Contact:Create') && <Button onClick={() => setNew(true)} data-testid="first-contact">{words.newContact}</Button>}
      {can('Contact:Import') && <Button variant="default" component={Link} href="/imports/new">{words.importContacts}</Button>}
      <ContactDrawer id={isNew ? 'new' : undefined} close={() => setNew(false)} />
    </Group>
  )
}

function Figures({ campaign, draft, values, zone }: Omit<Props, 'campaign' | 'names'> & { campaign: Campaign }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const can = useCan()
  const [{ data, error, fetching, stale }, again] = useQuery({ query: quoteQuery, variables: { id: campaign.id }, requestPolicy: 'cache-and-network' })
  const execute = useSubmit(executeCampaign)
  const quote = data?.quoteCampaign
  const counting = quote?.complete === false
  // An answer that was under way when the campaign was saved is of what it was before.
  const isOld = !!quote && Date.parse(quote.campaignUpdatedAt) < Date.parse(campaign.updatedAt)
  useEffect(() => {
    if (isOld && !fetching) {
      again({ requestPolicy: 'network-only' })
    }
  }, [isOld, fetching, again])
  usePolling(() => counting && again({ requestPolicy: 'network-only' }), 2)
  if (!quote || (error && !fetching)) {
    return error ? <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} /> : <Rows count={4} />
  }
  const money = (amount: number) => format.money(amount, quote.currency)
  const skips = Object.entries(words.skips).map(([name, label]) => ({ label, count: quote.skipped[name as keyof typeof words.skips] })).filter(({ count }) => count > 0)
  const skipped = skips.reduce((sum, { count }) => sum + count, 0)
  const later = values.scheduledAt !== '' && timeOf(values.scheduledAt, zone) > new Date().toISOString()
  const settled = !draft.changed && !draft.fetching && !isOld && (counting || (!fetching && !stale))
  // What waits for somebody who types is read as long as that takes.
  const isFaint = !settled && (draft.isSaving || !draft.changed)
  // What somebody else has changed meanwhile is not sent unseen.
  const send = async () => {
    if (await draft.verify()) {
      await execute.submit({ id: campaign.id })
    }
  }
  return (
    <Stack gap="sm" aria-busy={!settled} opacity={isFaint ? 0.6 : 1}>
      <div>
        <Text fz={22} fw={650} lh={1.25} aria-live="polite" data-testid="quoted">{quote.recipients > 0 ? words.getIt(quote.recipients, format.number(quote.recipients)) : words.nobody}</Text>
        <Text size="sm" c="dimmed">{words.of(format.number(quote.recipients + skipped))}</Text>
      </div>
      {skipped > 0 && (
        <div>
          <Text size="sm" fw={550}>{words.skipped(format.number(skipped))}</Text>
          <List size="sm" spacing={0}>{skips.map(({ label, count }) => <List.Item key={label}>{label}: {format.number(count)}</List.Item>)}</List>
        </div>
      )}
      <Group gap="xl" component="dl" m={0}>
        {[[words.price, money(quote.price)], [words.available, money(quote.available)]].map(([name, amount]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">{name}</Text>
            <Text component="dd" m={0} fw={550} className="number" ta="start">{amount}</Text>
          </div>
        ))}
      </Group>
      {counting && <Text size="sm" role="status">{words.counting}</Text>}
      {quote.aboveTier > 0 && (
        <Alert color="yellow" variant="light" p="xs" role="note" title={words.aboveTier(quote.aboveTier, format.number(quote.aboveTier))}>
          {words.aboveTierText(format.number(quote.tierLeft ?? 0))}
        </Alert>
      )}
      {!quote.sufficient && quote.price > quote.available && (
        <Alert color="yellow" variant="light" p="xs" role="alert" title={words.missing(money(quote.price - quote.available))}>
          {later ? words.missingLater : words.missingText} {can('Wallet:View') && <Anchor component={Link} href="/wallet" size="sm" underline="always">{words.toWallet}</Anchor>}
        </Alert>
      )}
      <ErrorText fault={execute.fault} />
      {campaign.status === 'Draft' && (can('MessagingCampaign:Execute') ? (
        <Button
          disabled={!settled || counting || quote.recipients === 0 || (!quote.sufficient && !later)}
          loading={execute.fetching}
          onClick={() => void send()}
          data-testid="execute"
          h="auto"
          mih={36}
          py={6}
          styles={{ label: { whiteSpace: 'normal' } }}
        >
          {later ? words.schedule(format.dateTime(timeOf(values.scheduledAt, zone)), money(quote.price)) : words.send(quote.recipients, format.number(quote.recipients), money(quote.price))}
        </Button>
      ) : <Text size="sm" c="dimmed">{words.mayNotExecute}</Text>)}
      <div><Download method="POST" path={`/api/v1/messaging/campaigns/${campaign.id}/quote?detail=true&format=csv`}>{words.detail}</Download></div>
    </Stack>
  )
}
