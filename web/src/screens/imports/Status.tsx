import { Badge, Group } from '@mantine/core'

import type { ContactImportStatus, ContactImportUndo } from '../../api/generated/graphql.ts'
import { useWords } from '../../words/language.ts'
import { imports } from './words.ts'

const colours: Record<ContactImportStatus, string> = { Queued: 'gray', Running: 'blue', Completed: 'pine', Failed: 'red', Cancelled: 'gray' }

// Status says where an import is, and whether it only checked the file.
export function Status({ job }: { job: { status: ContactImportStatus; dryRun: boolean; undo: ContactImportUndo } }) {
  const words = useWords(imports)
  return (
    <Group gap={4} wrap="nowrap">
      <Badge variant="light" color={colours[job.status]} tt="none" autoContrast>{words.statuses[job.status]}</Badge>
      {job.dryRun && <Badge variant="default" tt="none">{words.check}</Badge>}
      {job.undo === 'Completed' && <Badge variant="default" tt="none">{words.undone}</Badge>}
    </Group>
  )
}
