import { Anchor, List, Text } from '@mantine/core'
import { Link } from 'wouter'

import { Empty } from '../../parts/Empty.tsx'
import { useCan } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { campaigns } from './words.ts'

// NothingYet says what a firm needs for its first campaign.
export function NothingYet() {
  const words = useWords(campaigns)
  return (
    <Empty title={words.emptyTitle}>
      <Text size="sm" mb="xs">{words.emptyText}</Text>
      <Needs />
    </Empty>
  )
}

// Needs are what a campaign consists of, each with a link for those who may make it.
export function Needs() {
  const words = useWords(campaigns)
  const can = useCan()
  const needs = [
    { text: words.needsChannel, address: '/channels', may: can('Settings:Integrations') },
    { text: words.needsTemplate, address: '/templates', may: can('MessagingTemplate:View') },
    { text: words.needsContacts, address: '/imports/new', may: can('Contact:Import') },
  ]
  return (
    <>
      <Text size="sm">{words.first}</Text>
      <List size="sm" withPadding ta="start" w="fit-content" mx="auto">
        {needs.map(({ text, address, may }) => (
          <List.Item key={address}>{may ? <Anchor component={Link} href={address} size="sm" underline="always">{text}</Anchor> : text}</List.Item>
        ))}
      </List>
    </>
  )
}
