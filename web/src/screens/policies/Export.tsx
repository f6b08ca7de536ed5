import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useClient } from 'urql'

import { useFaultToast } from '../../parts/useFaultToast.ts'
import { DownloadIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { write, type Choice } from './lines.ts'
import { policyExportQuery, type Rule } from './queries.ts'
import { policies } from './words.ts'

// Export saves the rules as a policy.csv, or the policy of a firm, with what its roles grant, as the two
// files that the tools of casbin read.
export function Export({ firms, rules }: { firms: Choice[]; rules: Rule[] }) {
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
      <Button variant="default" leftSection={<DownloadIcon size={15} />} disabled={rules.length === 0} onClick={() => save('policy.csv', write(rules))}>{words.exportRules}</Button>
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
