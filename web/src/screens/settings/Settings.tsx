import { NativeSelect, Paper, SimpleGrid, Stack, Text, Title, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { useCan, useMe } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { languages, setLanguage, useLanguage, useWords, type Language } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Messaging } from './Messaging.tsx'
import { settings } from './words.ts'

const limitsQuery = graphql(`query Limits { messagingLimits { tier dailyLimit messagesPerSecond } }`)

// Settings shows the facts of the firm, and how the console looks for the user.
export default function Settings() {
  const title = useWords(screenNames).settings
  const can = useCan()
  return (
    <Page title={title}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Firm />
        <Looks />
      </SimpleGrid>
      {can('Settings:EditInfo') && <Messaging />}
    </Page>
  )
}

function Firm() {
  const words = { ...useWords(general), ...useWords(settings) }
  const format = useFormat()
  const language = useLanguage()
  const { firm, role } = useMe()
  const can = useCan()
  const [{ data, error }] = useQuery({ query: limitsQuery, pause: !can('MessagingAnalytics:Limit') })
  const limits = data?.messagingLimits
  if (!firm) {
    return null
  }
  const currency = new Intl.DisplayNames(language, { type: 'currency' }).of(firm.currency)
  const time = new Intl.DateTimeFormat(language, { timeZone: firm.timeZone, timeStyle: 'short' }).format(new Date())
  const facts: [string, string][] = [
    [words.name, firm.firmName],
    [words.currency, `${firm.currency} · ${currency}`],
    [words.timeZone, `${firm.timeZone} · ${words.now(time)}`],
    [words.role, role?.name ?? words.visit],
  ]
  if (limits) {
    facts.push([words.tier, typeof limits.dailyLimit === 'number' ? format.number(limits.dailyLimit) : words.any], [words.perSecond, format.number(limits.messagesPerSecond)])
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={words.firm}>
      <Title order={2}>{words.firm}</Title>
      <Text size="sm" c="dimmed" mb="sm">{can('Settings:EditInfo') ? words.ownFirmText : words.firmText}</Text>
      <ErrorText fault={faultOf(error)} />
      <Stack gap="sm" component="dl" m={0}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">{name}</Text>
            <Text component="dd" m={0} size="sm">{fact}</Text>
          </div>
        ))}
      </Stack>
    </Paper>
  )
}

function Looks() {
  const words = useWords(settings)
  const language = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Paper withBorder p="md" component="section" aria-label={words.console}>
      <Title order={2}>{words.console}</Title>
      <Text size="sm" c="dimmed" mb="sm">{words.consoleText}</Text>
      <Stack gap="sm">
        <NativeSelect
          label={words.language}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
        <NativeSelect
          label={words.colours}
          value={colorScheme}
          onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: words[value] }))}
        />
      </Stack>
    </Paper>
  )
}
