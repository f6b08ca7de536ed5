import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useClient } from 'urql'

import { useFaultToast } from '../../parts/useFaultToast.ts'
import { DownloadIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import type { Choice } from './lines.ts'
import { policyExportQuery } from './queries.ts'
import { policies } from './words.ts'

// Export saves the policy of a firm as the two files that the tools of casbin read.
export function Export({ firms }: { firms: Choice[] }) {
  const words = useWords(policies)
  const client = useClient()
  const sayFault = useFaultToast()
  const [firmId, setFirm] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const result = await client.query(policyExportQuery, { firmId: firmId ?? '' }, { requestPolicy: 'network-only' }).toPromise()
    setBusy(false)
    sayFault(result)
    const files = result.data?.policyExport
    if (files) {
      save('policy.csv', files.policy)
      save('model.conf', files.model)
    }
  }
  return (
    <Group gap="xs">
      <Select aria-label={words.firm} placeholder={words.firm} data={firms.map(({ value, label = value }) => ({ value, label }))} value={firmId} onChange={setFirm} searchable w={240} />
      <Button variant="default" leftSection={<DownloadIcon size={15} />} disabled={!firmId} loading={busy} onClick={() => void download()}>{words.export}</Button>
    </Group>
  )
}

function save(name: string, content: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/plain' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
