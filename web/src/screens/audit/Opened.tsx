import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useClient, type Client } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useWords } from '../../words/language.ts'
import { Change } from './Change.tsx'
import { periodOf } from './period.ts'
import { auditQuery, type Entry } from './queries.ts'
import { audit } from './words.ts'

interface Props {
  id: string
  // entry is the one of the page, and isRead is set once the page is there.
  entry: Entry | undefined
  isRead: boolean
  close: () => void
}

// Opened shows an entry at the side. One that is not on the page is read by itself.
export function Opened({ id, entry: listed, isRead, close }: Props) {
  const words = useWords(audit)
  const client = useClient()
  const [found, setFound] = useState<Entry | null>()
  const [fault, setFault] = useState<Fault>()
  const isMissing = isRead && !listed
  useEffect(() => {
    if (isMissing) {
      void find(client, id).then(({ entry, fault }) => (setFound(entry), setFault(fault)))
    }
  }, [client, id, isMissing])
  const entry = listed ?? found
  return (
    <SidePanel opened onClose={close} size="xl" title={entry && `${entry.action} · ${entry.target.name}`}>
      {entry ? <Change entry={entry} /> : fault ? <ErrorText fault={fault} /> : found === null ? <Text>{words.gone}</Text> : <Rows count={4} />}
    </SidePanel>
  )
}

// find reads the entry with an id: those of its time, page by page.
async function find(client: Client, id: string): Promise<{ entry: Entry | null; fault?: Fault }> {
  const period = periodOf(id)
  for (let page = 1; period; page++) {
    const { data, error } = await client.query(auditQuery, { input: { ...period, page, pageSize: 100 } })
    const log = data?.auditLog
    if (!log) {
      return { entry: null, fault: faultOf(error) }
    }
    const entry = log.items.find((one) => one.id === id)
    if (entry || page * log.pageSize >= log.totalCount) {
      return { entry: entry ?? null }
    }
  }
  return { entry: null }
}
