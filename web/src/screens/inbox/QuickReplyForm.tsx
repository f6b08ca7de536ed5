import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { saveQuickReply, type QuickReply } from './queries.ts'
import { inbox } from './words.ts'

// QuickReplyForm changes a quick reply, or creates one.
export function QuickReplyForm({ reply, close }: { reply?: QuickReply; close: () => void }) {
  const words = { ...useWords(general), ...useWords(inbox) }
  const form = useForm({ initialValues: { shortcut: reply?.shortcut ?? '', body: reply?.body ?? '' } })
  const { submit, fetching, fault } = useSubmit(saveQuickReply, form)
  const save = form.onSubmit(async ({ shortcut, body }) => {
    if (await submit({ input: { id: reply?.id, shortcut: shortcut.replace(/^\//, ''), body } })) {
      close()
    }
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <TextInput label={words.shortcut} description={words.shortcutText} maxLength={50} data-autofocus {...form.getInputProps('shortcut')} />
        <Textarea label={words.text} autosize minRows={3} maxRows={12} maxLength={4096} {...form.getInputProps('body')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{words.cancel}</Button>
          <Button type="submit" loading={fetching} data-testid="save">{words.save}</Button>
        </Group>
      </Stack>
    </form>
  )
}
