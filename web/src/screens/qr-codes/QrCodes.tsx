import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { graphql } from '../../api/graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { QrCodes as OfChannel } from '../channels/QrCodes.tsx'
import { channels } from '../channels/words.ts'

const channelsQuery = graphql(`query QrCodeChannels { channelLookup { id name kind } }`)

// QrCodes shows the QR codes of the channels, also to those who may not see their settings. The sandbox has none.
export default function QrCodes() {
  const words = useWords(channels)
  const title = useWords(screenNames)['qr-codes']
  const [wanted, choose] = useAddress('channel')
  const [{ data, error }, again] = useQuery({ query: channelsQuery, requestPolicy: 'cache-and-network' })
  const found = data?.channelLookup?.filter(({ kind }) => kind !== 'Sandbox')
  const shown = found?.find(({ id }) => id === wanted) ?? found?.[0]
  return (
    <Page title={title} text={words.qrCodesText}>
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!found && !error && <Rows count={3} />}
      {found?.length === 0 && <Empty title={words.empty}><Text size="sm">{words.noQrChannel}</Text></Empty>}
      {found && shown && (
        <>
          <NativeSelect
            label={words.channel}
            data={found.map(({ id, name }) => ({ value: id, label: name }))}
            value={shown.id}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            maw={320}
          />
          <OfChannel key={shown.id} id={shown.id} />
        </>
      )}
    </Page>
  )
}
