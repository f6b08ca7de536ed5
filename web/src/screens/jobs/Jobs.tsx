import { Select } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import type { JobState } from '../../api/generated/graphql.ts'
import { graphql } from '../../api/graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { usePolling } from '../../parts/usePolling.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { JobTable } from './JobTable.tsx'
import { ServerFigures } from './ServerFigures.tsx'
import { jobs as catalogue } from './words.ts'

const jobsQuery = graphql(`
  query Jobs($input: JobListInput) { jobs(input: $input) { number kind state firmId attempt at error } }
`)

const states: JobState[] = ['Available', 'Scheduled', 'Running', 'Retryable', 'Completed', 'Cancelled', 'Discarded']

// pageSize is how many jobs a page has, and maxPage the last one that the server has.
const pageSize = 50
const maxPage = 100

// Jobs shows the super-firm what the server does, and the work in the background.
export default function Jobs() {
  const words = useWords(catalogue)
  const title = useWords(screenNames).jobs
  const [chosen, choose] = useAddress('state')
  const [typed, setPage] = useAddress('page')
  const page = Math.min(maxPage, Math.max(1, Number.parseInt(typed) || 1))
  const state = states.find((state) => state === chosen)
  const [{ data, error }, again] = useQuery({
    query: jobsQuery, variables: { input: { page, limit: pageSize, ...(state && { states: [state] }) } }, requestPolicy: 'cache-and-network',
  })
  usePolling(() => again({ requestPolicy: 'network-only' }), 5)
  const jobs = data?.jobs
  const choice = (
    <Select
      aria-label={words.show}
      data={[{ value: '', label: words.notCompleted }, ...states.map((state) => ({ value: state, label: words.states[state] }))]}
      value={state ?? ''}
      onChange={(value) => {
        choose(value ?? '')
        setPage('')
      }}
      allowDeselect={false}
      w={230}
    />
  )
  return (
    <Page title={title} text={words.text} actions={choice}>
      <ServerFigures />
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!jobs && !error && <Rows />}
      {jobs?.length === 0 && <Empty title={words.none}>{words.noneText}</Empty>}
      {jobs && jobs.length > 0 && <JobTable jobs={jobs} changed={() => again({ requestPolicy: 'network-only' })} />}
      {jobs && <Pages page={page} pageSize={pageSize} count={page < maxPage ? jobs.length : 0} show={(next) => setPage(next > 1 ? String(next) : '')} />}
    </Page>
  )
}
