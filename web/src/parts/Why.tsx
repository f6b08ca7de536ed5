import { Alert, Code, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from 'urql'

import { SidePanel } from './SidePanel.tsx'
import { graphql } from '../api/graphql.ts'
import { faultOf } from '../api/fault.ts'
import { propertiesQuery } from '../api/properties.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { actionName, moduleName } from '../words/permissions.ts'
import { why } from '../words/why.ts'
import { ErrorText } from './ErrorText.tsx'
import { Rows } from './Rows.tsx'
import { useAddress } from './useAddress.ts'

const explainQuery = graphql(`
  query Explain($input: ExplainAccessInput!) { explainAccess(input: $input) { allowed reason line role { id name } } }
`)

// Who is a user or an API client of the firm.
type Who = { userId: string } | { apiClientId: string }

// Why says whether somebody may do something, and which rule decides. It needs Role:View.
export function Why({ who, name, close }: { who: Who; name: string; close: () => void }) {
  const words = useWords(why)
  return (
    <SidePanel opened onClose={close} title={words.title(name)}>
      <Question who={who} />
    </SidePanel>
  )
}

function Question({ who }: { who: Who }) {
  const language = useLanguage()
  const words = useWords(why)
  const [{ data, error }] = useQuery({ query: propertiesQuery })
  const [module, setModule] = useAddress('module')
  const [action, setAction] = useAddress('action')
  const properties = data?.roleProperties
  if (!properties) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Rows count={3} />
  }
  const actions = properties.filter(({ moduleName }) => moduleName === module)
  const chosen = actions.find(({ propertyName }) => propertyName === action)
  return (
    <Stack>
      <Text size="sm" c="dimmed">{words.text}</Text>
      <SimpleGrid cols={2}>
        <Select
          label={words.module}
          data={[...new Set(properties.map(({ moduleName }) => moduleName))].map((value) => ({ value, label: moduleName(value, language) }))}
          value={module || null}
          searchable
          onChange={(next) => {
            setModule(next ?? '')
            setAction(properties.find(({ moduleName }) => moduleName === next)?.propertyName ?? '')
          }}
        />
        <Select
          label={words.action}
          data={actions.map(({ propertyName: value }) => ({ value, label: actionName(value, language) }))}
          value={chosen ? action : null}
          disabled={!module}
          searchable
          onChange={(next) => setAction(next ?? '')}
        />
      </SimpleGrid>
      {chosen && <Answer who={who} module={module} action={action} />}
    </Stack>
  )
}

function Answer({ who, module, action }: { who: Who; module: string; action: string }) {
  const words = useWords(why)
  const [{ data, error, fetching }] = useQuery({ query: explainQuery, variables: { input: { ...who, module, action } }, requestPolicy: 'cache-and-network' })
  const answer = data?.explainAccess
  if (error) {
    return <ErrorText fault={faultOf(error)} />
  }
  if (!answer) {
    return fetching ? <Rows count={2} /> : null
  }
  return (
    <Stack gap="xs" role="status">
      <Alert color={answer.allowed ? 'pine' : 'red'} variant="light" title={answer.allowed ? words.allowed : words.refused}>
        {answer.reason}
      </Alert>
      {answer.line && (
        <div>
          <Text size="xs" c="dimmed" mb={4}>{words.rule}</Text>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{answer.line}</Code>
        </div>
      )}
    </Stack>
  )
}
