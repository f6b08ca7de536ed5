import { Button, Drawer, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useEffect, useState } from 'react'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Fields } from './Fields.tsx'
import { updateChannel } from './queries.ts'
import { secretsInput, settingsInput, valuesOf, type Channel, type Values } from './values.ts'
import { channels } from './words.ts'

// EditDrawer changes a channel. While something is not saved, only its button closes it.
export function EditDrawer({ channel, opened, close }: { channel: Channel; opened: boolean; close: () => void }) {
  const words = { ...useWords(general), ...useWords(channels) }
  const [dirty, setDirty] = useState(false)
  const leave = () => (setDirty(false), close())
  return (
    <Drawer
      opened={opened}
      onClose={leave}
      position="right"
      size={520}
      title={words.editTitle(channel.name)}
      closeButtonProps={{ 'aria-label': words.close }}
      closeOnEscape={!dirty}
      closeOnClickOutside={!dirty}
      keepMounted={false}
    >
      <Edit channel={channel} dirty={setDirty} close={leave} />
    </Drawer>
  )
}

function Edit({ channel, dirty, close }: { channel: Channel; dirty: (dirty: boolean) => void; close: () => void }) {
  const words = useWords(general)
  const { kind } = channel
  const form = useForm<Values>({ initialValues: valuesOf(channel) })
  const { submit, fetching, fault } = useSubmit(updateChannel, form)
  const isDirty = form.isDirty()
  useEffect(() => dirty(isDirty), [dirty, isDirty])
  const save = form.onSubmit(async (values) => {
    const secrets = secretsInput(kind, values)
    const data = await submit({
      input: {
        id: channel.id,
        name: values.name,
        ...(kind !== 'Sandbox' && { settings: settingsInput(kind, values) }),
        ...(Object.keys(secrets).length > 0 && { secrets }),
        ...(values.messagesPerSecond && { messagesPerSecond: Number(values.messagesPerSecond) }),
      },
    })
    if (data) {
      toasts.show({ message: words.saved })
      close()
    }
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <Fields form={form} kind={kind} secretsSet={channel.secretsSet} />
        <Button type="submit" loading={fetching} disabled={!isDirty} data-testid="save">{words.save}</Button>
      </Stack>
    </form>
  )
}
