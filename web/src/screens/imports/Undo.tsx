import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMutation } from 'urql'

import { graphql } from '../../api/graphql.ts'
import { faultOf } from '../../api/fault.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import type { Job } from './job.ts'
import { imports } from './words.ts'

const undoImport = graphql(`mutation UndoContactImport($id: ID!) { undoContactImport(jobId: $id) { id undo undoableUntil } }`)

// Undo takes back what an import wrote, as long as the server can.
export function Undo({ job }: { job: Job }) {
  const words = { ...useWords(general), ...useWords(imports) }
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const [{ fetching, error }, undo] = useMutation(undoImport)
  const text = job.undoableUntil && words.undoText(format.number(job.createdCount + job.updatedCount), format.dateTime(job.undoableUntil))
  const confirm = async () => {
    await undo({ id: job.id })
    setAsked(false)
  }
  return (
    <Stack gap="xs">
      <ErrorText fault={faultOf(error)} />
      {(job.undo === 'Queued' || job.undo === 'Running') && (
        <Alert color="blue" role="status">
          {words.undoing}
          <Progress value={100} animated mt="xs" aria-label={words.undoing} />
        </Alert>
      )}
      {job.undo === 'Completed' && <Alert color="pine" role="status">{words.undoDone(format.number(job.undoneCount), format.number(job.skippedCount))}</Alert>}
      {job.undo === 'Failed' && <Alert color="yellow">{words.undoFailed}</Alert>}
      {text && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex="1 1 300px">{text}</Text>
          <Button variant="default" onClick={() => setAsked(true)}>{words.undoImport}</Button>
        </Group>
      )}
      <Dialog opened={asked} onClose={() => setAsked(false)} title={words.undoImport}>
        <Stack>
          <Text size="sm">{text}</Text>
          <Text size="sm">{words.undoConfirm}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)}>{words.cancel}</Button>
            <Button color="red.8" loading={fetching} onClick={() => void confirm()} data-testid="confirm">{words.undoImport}</Button>
          </Group>
        </Stack>
      </Dialog>
    </Stack>
  )
}
