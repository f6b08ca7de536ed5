import '@mantine/spotlight/styles.css'

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Spotlight, createSpotlight } from '@mantine/spotlight'
import { useEffect } from 'react'
import { useLocation } from 'wouter'

import { addressOf, allows, screens } from '../screens/screens.ts'
import { useMe } from '../session/me.ts'
import { signOut } from '../session/session.ts'
import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { screenNames, shell } from '../words/shell.ts'
import { useEnterFirm } from './useEnterFirm.ts'
import { ExitIcon, FirmIcon, MoonIcon, SearchIcon, SunIcon } from './icons.tsx'

const [store, palette] = createSpotlight()

// Palette leads anywhere by the keyboard. It opens when it is first shown, and then by ⌘K, or Ctrl and K.
export default function Palette({ opened }: { opened: number }) {
  useEffect(palette.open, [opened])
  const words = { ...useWords(shell), ...useWords(session) }
  const names = useWords(screenNames)
  const me = useMe()
  const [, navigate] = useLocation()
  const { enter } = useEnterFirm()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme() === 'dark'
  const pages = screens
    .filter((screen) => allows(screen, me))
    .map((screen) => ({ id: addressOf(screen), label: names[screen.name], leftSection: <screen.icon />, onClick: () => navigate(addressOf(screen)) }))
  const firms = me.firms
    .filter((firm) => firm.firmId !== me.firm?.firmId)
    .map((firm) => ({ id: firm.firmId, label: firm.firmName, leftSection: <FirmIcon />, onClick: () => void enter(firm) }))
  const others = [
    { id: 'colours', label: dark ? words.light : words.dark, leftSection: dark ? <SunIcon /> : <MoonIcon />, onClick: () => setColorScheme(dark ? 'light' : 'dark') },
    { id: 'sign-out', label: words.signOut, leftSection: <ExitIcon />, onClick: () => void signOut() },
  ]
  return (
    <Spotlight
      store={store}
      actions={[...pages, ...firms, ...others]}
      shortcut={null}
      nothingFound={words.nothingFound}
      scrollable
      maxHeight={420}
      searchProps={{ leftSection: <SearchIcon />, placeholder: words.palette, 'aria-label': words.palette }}
    />
  )
}
