import { Button, Group, Select } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import type { ConsentState } from '../../api/generated/graphql.ts'
import { Download } from '../../parts/Download.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useCan } from '../../session/me.ts'
import { PlusIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { AddressSearch } from './AddressSearch.tsx'
import { EntryTable } from './EntryTable.tsx'
import { Panel } from './Panel.tsx'
import { consentsQuery } from './queries.ts'
import { consent } from './words.ts'

// Consent lists what addresses have consented to now. The history of the one in the address is shown at the side.
export default function Consent() {
  const words = useWords(consent)
  const title = useWords(screenNames).consent
  const can = useCan()
  const [address, setAddress] = useAddress('address')
  const [chosen, setState] = useAddress('state')
  const [number, setNumber] = useAddress('page')
  const [, setOpen] = useAddress('open')
  const state = chosen in words.states ? (chosen as ConsentState) : undefined
  const input = { address: address || undefined, state, page: Math.max(1, Number.parseInt(number) || 1), pageSize: 50 }
  const [{ data, error }, again] = useQuery({ query: consentsQuery, variables: { input }, requestPolicy: 'cache-and-network' })
  const fault = faultOf(error)
  const page = fault ? undefined : data?.consents
  const filter = (set: (value: string) => void) => (value: string | null) => {
    set(value ?? '')
    setNumber('')
  }
  return (
    <Page
      title={title}
      text={words.text}
      actions={
        <>
          <Download path="/api/v1/messaging/consent/export">{words.export}</Download>
          {can('Contact:Edit') && <Button leftSection={<PlusIcon size={15} />} onClick={() => setOpen('new')} data-testid="new-consent">{words.record}</Button>}
        </>
      }
    >
      <Group gap="xs" align="flex-start">
        <AddressSearch value={address} search={filter(setAddress)} error={fault?.fields.address} />
        <Select
          aria-label={words.state}
          placeholder={words.anyState}
          data={Object.entries(words.states).map(([value, label]) => ({ value, label }))}
          value={state ?? null}
          onChange={filter(setState)}
          clearable
          w={170}
        />
      </Group>
      {!fault?.fields.address && <ErrorText fault={fault} again={() => again({ requestPolicy: 'network-only' })} />}
      {!page && !fault && <Rows />}
      {page?.totalCount === 0 && (
        address && !state ? (
          <Empty title={words.unknown}>
            {words.unknownText}
            {can('Contact:Edit') && <div><Button variant="default" mt="sm" onClick={() => setOpen(address)}>{words.recordFor(address)}</Button></div>}
          </Empty>
        ) : state ? <Empty title={words.nothing}>{words.nothingText}</Empty> : <Empty title={words.empty}>{words.emptyText}</Empty>
      )}
      {page && page.items.length > 0 && <EntryTable entries={page.items} open={setOpen} />}
      {page && <Pages page={page.page} pageSize={page.pageSize} total={page.totalCount} count={page.items.length} show={(next) => setNumber(next > 1 ? String(next) : '')} />}
      <Panel />
    </Page>
  )
}
