import { useState } from 'react'
import { useMutation } from 'urql'
import { useLocation } from 'wouter'

import { useUndo } from '../../parts/useUndo.tsx'
import { useWords } from '../../words/language.ts'
import { ChannelPage } from './ChannelPage.tsx'
import { Connect } from './Connect.tsx'
import { List } from './List.tsx'
import { deleteChannel } from './queries.ts'
import { channels } from './words.ts'

// Channels lists the channels of the firm, connects a new one, or shows the one of the address.
export default function Channels({ id }: { id?: string }) {
  const words = useWords(channels)
  const [, navigate] = useLocation()
  // connected is the channel that was just created. Its verify token is shown until the page is left, since the
  // provider asks for it.
  const [connected, setConnected] = useState({ id: '', verifyToken: '' })
  const { pending, later } = useUndo()
  const [, remove] = useMutation(deleteChannel)
  const removeLater = ({ id, name }: { id: string; name: string }) => {
    later(id, words.deleted(name), (context) => remove({ input: { id } }, context))
    navigate('/channels')
  }
  if (id === 'new') {
    return <Connect connected={(id, verifyToken) => (setConnected({ id, verifyToken }), navigate(`/channels/${id}`))} />
  }
  if (id) {
    return <ChannelPage key={id} id={id} remove={removeLater} connected={connected.id === id ? connected : undefined} />
  }
  return <List hidden={pending} />
}
