import { useSyncExternalStore } from 'react'
import { useClient } from 'urql'

import type { Fault } from '../../api/fault.ts'
import { upload } from '../../parts/upload.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { fileLimit } from './fileLimit.ts'
import { fileLimitsQuery, type Conversation } from './queries.ts'
import { inbox } from './words.ts'

// Chosen is a file to send, and how far it has come to the server.
interface Chosen {
  name: string
  share: number
  fileId?: string
}

interface Attachment {
  chosen?: Chosen
  fault?: Fault
}

const none: Attachment = {}

// attachments keep what was chosen while other conversations are open, until the page is left.
const attachments = new Map<string, Attachment>()
const listeners = new Set<() => void>()

function set(id: string, next: Attachment) {
  attachments.set(id, next)
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// useAttachment uploads a file for a conversation as soon as it is chosen, and goes on while another is open. A file
// that is too large for the channel is refused before.
export function useAttachment({ id, channelId }: Conversation) {
  const client = useClient()
  const words = useWords(inbox)
  const format = useFormat()
  const { chosen, fault } = useSyncExternalStore(subscribe, () => attachments.get(id) ?? none)
  const choose = async (file: File) => {
    let present: Chosen = { name: file.name, share: 0 }
    // A file that was removed or replaced meanwhile does not come back.
    const show = (next: Chosen) => {
      if (attachments.get(id)?.chosen === present) {
        present = next
        set(id, { chosen: next })
      }
    }
    set(id, { chosen: present })
    const { data } = await client.query(fileLimitsQuery, {})
    const limit = fileLimit(data?.channelLookup?.find((channel) => channel.id === channelId)?.fileLimits, file)
    if (attachments.get(id)?.chosen !== present) {
      return
    }
    if (file.size > limit) {
      set(id, { fault: { code: 'PayloadTooLarge', message: words.fileTooLarge(format.size(limit)), fields: {} } })
      return
    }
    const stored = await upload(file, (share) => show({ ...present, share }))
    if ('id' in stored) {
      show({ ...present, share: 1, fileId: stored.id })
    } else if (attachments.get(id)?.chosen === present) {
      set(id, { fault: stored })
    }
  }
  // putBack attaches a file again that the server has already.
  const putBack = (name: string, fileId: string) => set(id, { chosen: { name, share: 1, fileId } })
  return { chosen, fault, choose, putBack, clear: () => set(id, none) }
}

export type Attached = ReturnType<typeof useAttachment>
