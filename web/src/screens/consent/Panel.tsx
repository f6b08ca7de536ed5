import { Drawer, Stack } from '@mantine/core'
import { useState } from 'react'

import { useAddress } from '../../parts/useAddress.ts'
import { useCan } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { History } from './History.tsx'
import { Record } from './Record.tsx'
import { consent } from './words.ts'

// Panel shows at the side the history of an address, with a form for its next entry, or that form for any address.
// While something is not saved, only its button closes it.
export function Panel() {
  const words = { ...useWords(general), ...useWords(consent) }
  const can = useCan()
  const [open, setOpen] = useAddress('open')
  const [dirty, setDirty] = useState(false)
  const isNew = open === 'new'
  const leave = () => (setDirty(false), setOpen(''))
  return (
    <Drawer
      opened={isNew ? can('Contact:Edit') : open !== ''}
      onClose={leave}
      position="right"
      size={520}
      title={isNew ? words.record : open}
      closeButtonProps={{ 'aria-label': words.close }}
      closeOnEscape={!dirty}
      closeOnClickOutside={!dirty}
      keepMounted={false}
    >
      <Stack>
        {can('Contact:Edit') && <Record key={open} address={isNew ? undefined : open} dirty={setDirty} recorded={(address) => (setDirty(false), setOpen(address))} />}
        {open && !isNew && <History key={open} address={open} />}
      </Stack>
    </Drawer>
  )
}
