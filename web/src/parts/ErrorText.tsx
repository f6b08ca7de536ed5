import { Alert, Button, Group, Text } from '@mantine/core'

import type { Fault } from '../api/fault.ts'
import { useWords } from '../words/language.ts'
import { general } from '../words/general.ts'

// ErrorText shows a fault in the words of the server. With again, it offers to try once more.
export function ErrorText({ fault, again }: { fault: Fault | undefined; again?: () => void }) {
  const words = useWords(general)
  if (!fault) {
    return null
  }
  return (
    <Alert color="red" variant="light" role="alert" p="sm">
      <Group justify="space-between">
        <div>
          <Text size="sm">{fault.code === 'Network' ? words.noAnswer : fault.message}</Text>
          {fault.code === 'InternalError' && fault.requestId && <Text size="xs" c="dimmed">{words.request(fault.requestId)}</Text>}
        </div>
        {again && <Button variant="default" size="xs" onClick={again}>{words.again}</Button>}
      </Group>
    </Alert>
  )
}
