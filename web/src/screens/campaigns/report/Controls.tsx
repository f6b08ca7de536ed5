import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { useMutation } from 'urql'

import { areLettersOn, hasDialog } from '../../../parts/letters.ts'
import { useFaultToast } from '../../../parts/useFaultToast.ts'
import { useCan } from '../../../session/me.ts'
import { useWords } from '../../../words/language.ts'
import { pauseCampaign, resumeCampaign, type Campaign } from '../queries.ts'
import { campaigns } from '../words.ts'
import { Cancel } from './Cancel.tsx'

const running = ['Scheduled', 'Preparing', 'Running']

// Controls pause a campaign by one key, let it go on, and end it.
export function Controls({ campaign: { id, status, pauseReason, counts, held, spent, currency } }: { campaign: Campaign }) {
  const words = useWords(campaigns)
  const can = useCan()
  const sayFault = useFaultToast()
  const [pausing, pause] = useMutation(pauseCampaign)
  const [resuming, resume] = useMutation(resumeCampaign)
  const [asked, setAsked] = useState(false)
  const may = can('MessagingCampaign:Execute')
  // One that is paused because of its template goes on by itself.
  const isRunning = may && (running.includes(status) || pauseReason === 'TemplatePaused')
  const pauseNow = () => {
    if (isRunning && !pausing.fetching) {
      void pause({ id }).then(sayFault)
    }
  }
  useHotkeys([['p', () => areLettersOn() && !hasDialog() && pauseNow()]])
  if (!may || !(isRunning || status === 'Paused')) {
    return null
  }
  return (
    <>
      {isRunning ? (
        <Button loading={pausing.fetching} onClick={pauseNow} rightSection={<Kbd size="xs">P</Kbd>} aria-keyshortcuts="p" data-testid="pause">{words.pause}</Button>
      ) : (
        <Button loading={resuming.fetching} onClick={() => void resume({ id }).then(sayFault)} data-testid="resume">{words.resume}</Button>
      )}
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsked(true)}>{words.cancel}</Button>
      {asked && <Cancel id={id} waiting={counts.queued} held={held} spent={spent} currency={currency} close={() => setAsked(false)} />}
    </>
  )
}
