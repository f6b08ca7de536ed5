import { Anchor, Button, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { graphql } from '../../api/graphql.ts'
import { Download } from '../../parts/Download.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useCan } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { Hours } from './Hours.tsx'
import { Limits } from './Limits.tsx'
import { PeriodChoice, usePeriod } from './Period.tsx'
import { Sums } from './Sums.tsx'
import { Templates } from './Templates.tsx'
import { TopContacts } from './TopContacts.tsx'
import { Volume } from './Volume.tsx'
import { dashboard } from './words.ts'

const dashboardQuery = graphql(`
  query Dashboard($input: MessagePeriodInput) {
    messagingDashboard(input: $input) {
      volume { from to points { date sent received } totalSent totalReceived }
      deliveryStatus { sent delivered read failed deliveryRate readRate }
      hourly { hour sent received }
      templates { templateName sent delivered read failed deliveryRate readRate }
      topContacts { contactId name phone sent received total lastMessageAt }
      trackingLimits { tier dailyLimit usedToday remaining resetsAt messagesPerSecond }
      previous { from to totalSent totalReceived deliveryStatus { sent delivered read failed deliveryRate readRate } }
    }
  }
`)

// Dashboard shows the messages of a period. A period without messages has no chart, and loads none.
export default function Dashboard() {
  const words = useWords(dashboard)
  const names = useWords(screenNames)
  const can = useCan()
  const period = usePeriod()
  const [{ data, error }, again] = useQuery({ query: dashboardQuery, variables: { input: period.input }, requestPolicy: 'cache-and-network' })
  const found = data?.messagingDashboard
  const empty = found && found.volume.totalSent + found.volume.totalReceived === 0
  return (
    <Page
      title={names.dashboard}
      actions={found && !empty && (
        <>
          {can('MessagingChat:View') && <Button variant="default" component={Link} href="/messages">{names.messages}</Button>}
          <Download path={`/api/v1/MessagingMessageAnalytics/export?${period.query}`}>{words.export}</Download>
        </>
      )}
    >
      <FirstSteps />
      <PeriodChoice period={period} />
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!found && !error && <Rows count={12} />}
      {found && !error && (empty ? (
        <>
          <Empty title={words.empty}>
            {words.emptyText} <Anchor href="/docs" size="sm" underline="always">{words.howTo}</Anchor>
          </Empty>
          {found.trackingLimits && <Limits limits={found.trackingLimits} />}
        </>
      ) : (
        <Stack gap="md">
          <Sums now={found} />
          <Volume volume={found.volume} />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Hours hours={found.hourly} />
            {found.trackingLimits && <Limits limits={found.trackingLimits} />}
            {found.templates.length > 0 && <Templates templates={found.templates} />}
            {found.topContacts.length > 0 && <TopContacts contacts={found.topContacts} />}
          </SimpleGrid>
        </Stack>
      ))}
    </Page>
  )
}
