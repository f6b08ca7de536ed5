import { useState } from 'react'

import type { Fault } from '../../api/fault.ts'
import { upload } from '../../parts/upload.ts'

// Chosen is a file to send, and how far it has come to the server.
interface Chosen {
  name: string
  share: number
  fileId?: string
}

// useAttachment uploads a file as soon as it is chosen.
export function useAttachment() {
  const [chosen, setChosen] = useState<Chosen>()
  const [fault, setFault] = useState<Fault>()
  const choose = async (file: File) => {
    const { name } = file
    setFault(undefined)
    setChosen({ name, share: 0 })
    const stored = await upload(file, (share) => setChosen((present) => present && { ...present, share }))
    if ('id' in stored) {
      setChosen((present) => present && { ...present, share: 1, fileId: stored.id })
    } else {
      setChosen(undefined)
      setFault(stored)
    }
  }
  const clear = () => (setChosen(undefined), setFault(undefined))
  return { chosen, fault, choose, clear }
}

export type Attached = ReturnType<typeof useAttachment>
