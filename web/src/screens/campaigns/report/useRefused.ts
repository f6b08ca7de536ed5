import { useCallback, useEffect, useState } from 'react'

import { authorizedFetch } from '../../../session/authorized.js'
import type { Campaign } from '../queries.ts'

// most is how many recipients are read for their reasons. Of more, whoever wants them takes the export.
const most = 20_000

// Refused is a recipient that got no message, as the export has it.
export interface Refused {
  id: string
  contactId: string
  address: string | null
  state: 'Skipped' | 'Failed'
  skipReason: string | null
  errorCode: string | null
  price: number
  sentAt: string | null
  dueAt: string | null
}

// useRefused reads the recipients of a campaign that got no message. The API counts and filters states; their
// reasons are counted and filtered here. all is undefined until they are read, and where there are too many.
export function useRefused({ id, status, counts: { skipped, failed } }: Campaign) {
  const [all, setAll] = useState<Refused[]>()
  const [isFaulty, setFaulty] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // While a campaign is prepared, the counts change all the time.
  const ready = skipped + failed <= most && status !== 'Preparing'
  useEffect(() => {
    if (!ready) {
      return
    }
    let left = false
    setFaulty(false)
    void Promise.all([skipped > 0 ? read(id, 'Skipped') : [], failed > 0 ? read(id, 'Failed') : []])
      .then((lines) => !left && setAll(lines.flat()), () => !left && setFaulty(true))
    return () => {
      left = true
    }
  }, [id, ready, skipped, failed, attempt])
  const again = useCallback(() => setAttempt((attempt) => attempt + 1), [])
  return { all, isFaulty, again }
}

async function read(id: string, state: Refused['state']): Promise<Refused[]> {
  const answer = await authorizedFetch(`/api/v1/messaging/campaigns/${id}/recipients?state=${state}&format=ndjson`)
  if (!answer.ok) {
    throw new Error(`recipients: ${answer.status}`)
  }
  return (await answer.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Refused)
}
