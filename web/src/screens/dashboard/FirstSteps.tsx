import { Anchor, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { graphql } from '../../api/graphql.ts'
import type { FirstStepsQuery } from '../../api/generated/graphql.ts'
import { useCan, useMe } from '../../session/me.ts'
import { CheckIcon, JobIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { dashboard } from './words.ts'

const firstStepsQuery = graphql(`
  query FirstSteps(
    $installation: Boolean!, $users: Boolean!, $channels: Boolean!, $templates: Boolean!, $contacts: Boolean!, $campaigns: Boolean!, $keys: Boolean!, $wallet: Boolean!
  ) {
    firmPage(input: { pageSize: 1 }) @include(if: $installation) { totalCount }
    pricingPlans @include(if: $installation) { id }
    walletDashboard @include(if: $installation) { totalBalance { amount currency } }
    channelLookup @include(if: $channels) { id }
    templates(input: { pageSize: 1 }) @include(if: $templates) { totalCount }
    contactPage(input: { pageSize: 1 }) @include(if: $contacts) { totalCount }
    campaigns(input: { pageSize: 1 }) @include(if: $campaigns) { totalCount }
    userPage(input: { pageSize: 1 }) @include(if: $users) { totalCount }
    apiClientPage(input: { pageSize: 1 }) @include(if: $keys) { totalCount }
    walletTransactionPage(input: { pageSize: 1 }) @include(if: $wallet) { totalCount }
  }
`)

interface Step {
  name: 'firm' | 'price' | 'credit' | 'channel' | 'compose' | 'import' | 'campaign' | 'invite' | 'key' | 'topUp'
  address: string
  done: boolean
}

// FirstSteps leads through the first hour: of an installation for the super-firm, and of a firm for
// those who set it up. Once all is done, or somebody hides it, it asks the server no more.
export function FirstSteps() {
  const { firm } = useMe()
  const stored = `firmhub-first-steps-${firm?.firmId}`
  const [hidden, setHidden] = useState(() => localStorage.getItem(stored) !== null)
  const hide = () => {
    localStorage.setItem(stored, 'done')
    setHidden(true)
  }
  return hidden ? null : <Steps hide={hide} />
}

function Steps({ hide }: { hide: () => void }) {
  const words = useWords(dashboard)
  const { isSuperFirm } = useMe()
  const can = useCan()
  const variables = {
    installation: isSuperFirm,
    users: can('Users:Create') && can('Users:View'),
    channels: !isSuperFirm && can('Settings:Integrations'),
    templates: !isSuperFirm && can('MessagingTemplate:Create') && can('MessagingTemplate:View'),
    contacts: !isSuperFirm && can('Contact:Import') && can('Contact:View'),
    campaigns: !isSuperFirm && can('MessagingCampaign:Create') && can('MessagingCampaign:View'),
    keys: !isSuperFirm && can('ApiClient:Create') && can('ApiClient:View'),
    wallet: !isSuperFirm && can('Wallet:View'),
  }
  const asked = isSuperFirm || variables.users
  const [{ data }] = useQuery({ query: firstStepsQuery, variables, pause: !asked, requestPolicy: 'cache-and-network' })
  const steps = data ? stepsOf(data) : []
  const done = steps.length > 0 && steps.every((step) => step.done)
  useEffect(() => {
    if (done) {
      hide()
    }
  }, [done, hide])
  if (steps.length === 0 || done) {
    return null
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={words.first}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <div>
          <Title order={2}>{words.first}</Title>
          <Text size="sm" c="dimmed">{words.firstText}</Text>
        </div>
        <CloseButton aria-label={words.hide} onClick={hide} />
      </Group>
      <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <Group component="li" key={step.name} gap="xs" wrap="nowrap" align="flex-start">
            <Text component="span" c={step.done ? 'pine' : 'dimmed'} role="img" aria-label={step.done ? words.done : words.open} lh={1}>{step.done ? <CheckIcon /> : <JobIcon />}</Text>
            <div>
              {step.done ? <Text size="sm" td="line-through">{words[step.name]}</Text> : <Anchor component={Link} href={step.address} size="sm" fw={550}>{words[step.name]}</Anchor>}
              {!step.done && (
                <Text size="sm" c="dimmed">
                  {words[`${step.name}Text`]} {step.name === 'channel' && <Anchor component={Link} href="/channels/new?kind=Sandbox" size="sm" underline="always">{words.trySandbox}</Anchor>}
                </Text>
              )}
            </div>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

// stepsOf returns the steps of what the user was let read.
function stepsOf(found: FirstStepsQuery): Step[] {
  const { firmPage, pricingPlans, walletDashboard, channelLookup, templates, contactPage, campaigns, userPage, apiClientPage, walletTransactionPage } = found
  const steps: (Step | false | null | undefined)[] = [
    firmPage && { name: 'firm', address: '/admin/firms?open=new', done: firmPage.totalCount > 1 },
    pricingPlans && { name: 'price', address: '/admin/pricing', done: pricingPlans.length > 0 },
    walletDashboard && { name: 'credit', address: '/admin/wallets', done: walletDashboard.totalBalance.some(({ amount }) => amount > 0) },
    channelLookup && { name: 'channel', address: '/channels/new', done: channelLookup.length > 0 },
    templates && { name: 'compose', address: '/templates/new', done: templates.totalCount > 0 },
    contactPage && { name: 'import', address: '/imports/new', done: contactPage.totalCount > 0 },
    campaigns && { name: 'campaign', address: '/campaigns/new', done: campaigns.totalCount > 0 },
    userPage && { name: 'invite', address: '/users?open=new', done: userPage.totalCount > 1 },
    apiClientPage && { name: 'key', address: '/api-clients', done: apiClientPage.totalCount > 0 },
    walletTransactionPage && { name: 'topUp', address: '/wallet', done: walletTransactionPage.totalCount > 0 },
  ]
  return steps.filter((step): step is Step => Boolean(step))
}
