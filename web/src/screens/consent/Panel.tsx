import { Stack } from '@mantine/core'

import { SidePanel } from '../../parts/SidePanel.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useCan } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { History } from './History.tsx'
import { Record } from './Record.tsx'
import { consent } from './words.ts'

// Panel shows at the side the history of an address, with a form for its next entry, or that form for any address.
export function Panel() {
  const words = useWords(consent)
  const can = useCan()
  const [open, setOpen] = useAddress('open')
  const isNew = open === 'new'
  return (
    <SidePanel opened={isNew ? can('Contact:Edit') : open !== ''} onClose={() => setOpen('')} size={520} title={isNew ? words.record : open}>
      <Stack>
        {can('Contact:Edit') && <Record key={open} address={isNew ? undefined : open} recorded={setOpen} />}
        {open && !isNew && <History key={open} address={open} />}
      </Stack>
    </SidePanel>
  )
}
