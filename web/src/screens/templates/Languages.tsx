import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { useWords } from '../../words/language.ts'
import { templatesQuery } from './queries.ts'
import type { Template } from './values.ts'
import { templates } from './words.ts'

// Languages leads to the templates of the same name in other languages.
export function Languages({ template }: { template: Template }) {
  const words = useWords(templates)
  const { name, kind, channelId } = template
  const [{ data }] = useQuery({ query: templatesQuery, variables: { input: { searchTerm: name.slice(0, 200), kind, pageSize: 100 } } })
  const others = data?.templates?.items.filter((one) => one.name === name && one.channelId === channelId && one.id !== template.id) ?? []
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">{words.languageIs(template.language)}</Text>
      {others.map(({ id, language }) => <Anchor key={id} component={Link} href={`/templates/${id}`} size="sm" aria-label={words.inLanguage(language)}>{language}</Anchor>)}
    </Group>
  )
}
