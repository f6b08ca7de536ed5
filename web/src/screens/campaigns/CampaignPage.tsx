import { Anchor, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { Link, useLocation } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { begun } from '../../api/live.ts'
import { watch } from '../../api/watch.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useCatchUp } from '../../parts/useCatchUp.ts'
import { useCan } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Editor } from './editor/Editor.tsx'
import { campaignQuery, progressSubscription, type Campaign } from './queries.ts'
import { Report } from './report/Report.tsx'
import { campaigns } from './words.ts'

// CampaignPage is where a campaign is written until it begins, and followed from then on. A new one is
// shown before it is read again: whoever types goes on in the same form.
export function CampaignPage({ id }: { id: string }) {
  const words = { ...useWords(general), ...useWords(campaigns) }
  const title = useWords(screenNames).campaigns
  const can = useCan()
  const [, navigate] = useLocation()
  const isNew = id === 'new'
  const [made, setMade] = useState<Campaign>()
  const [{ data, error }, again] = useQuery({ query: campaignQuery, variables: { id }, pause: isNew, requestPolicy: 'cache-and-network' })
  const read = data?.campaign?.id === id ? data.campaign : undefined
  const campaign = read ?? (made?.id === id ? made : undefined)
  const client = useClient()
  const reread = useCallback(() => again({ requestPolicy: 'network-only' }), [again])
  // Statuses of providers change the counts for some time after the end.
  const isLive = read !== undefined && !['Draft', 'Cancelled', 'Failed'].includes(read.status)
  useEffect(() => {
    if (!isLive) {
      return undefined
    }
    // The cache takes each event, which the page is drawn from.
    const end = watch(client, progressSubscription, { id }, () => {}, reread)
    // What happens before the subscription has begun is in what is read after it.
    void begun().then(reread)
    return end
  }, [client, id, isLive, reread])
  useCatchUp(() => !isNew && reread())
  const missing = ['MessagingCampaign:Create', 'MessagingTemplate:View'].find((permission) => !can(permission))
  if (isNew && missing) {
    return <Page title={words.notAllowed} text={<Back />}><Text>{words.notAllowedText(missing)}</Text></Page>
  }
  if (!isNew && !campaign) {
    const fault = faultOf(error)
    return (
      <Page title={title} text={<Back />}>
        {fault?.code === 'NotFound' || fault?.code === 'ValidationError' ? <Text>{words.gone}</Text>
          : fault ? <ErrorText fault={fault} again={reread} /> : <Rows />}
      </Page>
    )
  }
  if (!campaign || campaign.status === 'Draft' || campaign.status === 'Scheduled') {
    const show = (campaign: Campaign) => {
      setMade(campaign)
      navigate(`/campaigns/${campaign.id}`, { replace: true })
    }
    return <Editor campaign={campaign} show={show} />
  }
  return <Report campaign={campaign} />
}

export function Back() {
  const words = useWords(campaigns)
  return <Anchor component={Link} href="/campaigns" size="sm" underline="always">{words.back}</Anchor>
}
