import { ActionIcon, CloseButton, Group, Progress, Text, Tooltip } from '@mantine/core'

import { ChooseFile } from '../../parts/ChooseFile.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { ClipIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { Attached } from './useAttachment.ts'
import { inbox } from './words.ts'

// Attachment shows the file that is sent with the next reply.
export function Attachment({ file: { chosen, fault, clear } }: { file: Attached }) {
  const words = useWords(inbox)
  const format = useFormat()
  return (
    <>
      <ErrorText fault={fault} />
      {chosen && (
        <Group gap="xs" wrap="nowrap" mb={6} role="group" aria-label={words.attached}>
          <ClipIcon size={15} />
          <Text size="sm" truncate flex={1}>{chosen.name}</Text>
          {!chosen.fileId && <Progress w={90} value={chosen.share * 100} aria-label={words.uploading(format.percent(chosen.share))} />}
          <CloseButton size="sm" aria-label={words.removeFile} onClick={clear} />
        </Group>
      )}
    </>
  )
}

export function AttachButton({ choose }: { choose: (file: File) => Promise<void> }) {
  const words = useWords(inbox)
  return (
    <ChooseFile take={(file) => void choose(file)}>
      {(props) => <Tooltip label={words.attach}><ActionIcon {...props} variant="default" size={30} aria-label={words.attach}><ClipIcon size={16} /></ActionIcon></Tooltip>}
    </ChooseFile>
  )
}
