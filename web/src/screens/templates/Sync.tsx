import { Button, Menu } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useMutation, useQuery } from 'urql'

import { useFaultToast } from '../../parts/useFaultToast.ts'
import { useWords } from '../../words/language.ts'
import { channelNamesQuery, syncTemplates } from './queries.ts'
import { templates } from './words.ts'

// Sync reads the templates that a channel of WhatsApp has at Meta. It is there if the firm has such a channel.
export function Sync() {
  const words = useWords(templates)
  const sayFault = useFaultToast()
  const [{ data }] = useQuery({ query: channelNamesQuery, requestPolicy: 'cache-and-network' })
  const [{ fetching }, run] = useMutation(syncTemplates)
  const channels = data?.channelLookup?.filter(({ kind }) => kind === 'WhatsApp') ?? []
  const sync = async (channelId: string) => {
    const result = await run({ input: { channelId } })
    sayFault(result)
    if (result.data) {
      const { created, updated, skipped } = result.data.syncTemplates
      toasts.show({ message: words.synced(created, updated, skipped) })
    }
  }
  const [only] = channels
  if (!only) {
    return null
  }
  if (channels.length === 1) {
    return <Button variant="default" loading={fetching} onClick={() => void sync(only.id)}>{words.sync}</Button>
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target><Button variant="default" loading={fetching}>{words.sync}</Button></Menu.Target>
      <Menu.Dropdown>
        {channels.map(({ id, name }) => <Menu.Item key={id} onClick={() => void sync(id)}>{name}</Menu.Item>)}
      </Menu.Dropdown>
    </Menu>
  )
}
