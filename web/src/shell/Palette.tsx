import '@mantine/spotlight/styles.css'

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, createSpotlight } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { useLocation } from 'wouter'

import { findContactsQuery } from '../screens/contacts/find.ts'
import { addressOf, allows, screens } from '../screens/screens.ts'
import { useMe } from '../session/me.ts'
import { endVisit } from '../session/session.ts'
import { useSignOut } from '../session/useSignOut.ts'
import { languages, setLanguage, useLanguage, useWords, type Language } from '../words/language.ts'
import { palette as paletteWords, paletteActions } from '../words/palette.ts'
import { session } from '../words/session.ts'
import { screenNames, shell } from '../words/shell.ts'
import { markAllRead } from './bell.ts'
import { BookIcon, ChecksIcon, ExitIcon, FirmIcon, MoonIcon, PlusIcon, SearchIcon, SunIcon, UserIcon } from './icons.tsx'
import { deedsOf } from './palette.ts'
import { useEnterFirm } from './useEnterFirm.ts'

const [store, palette] = createSpotlight()

// Palette leads anywhere by the keyboard, begins what the user may do, and finds contacts. It opens when it
// is first shown, and then by ⌘K, or Ctrl and K.
export default function Palette({ opened }: { opened: number }) {
  useEffect(palette.open, [opened])
  const words = { ...useWords(shell), ...useWords(session), ...useWords(paletteWords) }
  const [typed, setTyped] = useState('')
  const groups = [
    { group: words.pages, actions: usePages() },
    { group: words.actions, actions: useActions() },
    { group: words.firms, actions: useFirms() },
    { group: words.contacts, actions: useContacts(typed) },
  ]
  // The library selects the first result when somebody types, and not what is found later.
  useEffect(() => {
    const list = typed ? document.getElementById(store.getState().listId) : null
    if (list && !list.querySelector('[data-selected]')) {
      list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
      store.updateState((state) => ({ ...state, selected: 0 }))
    }
  })
  return (
    <Spotlight
      store={store}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      shortcut={null}
      nothingFound={words.nothingFound}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': words.palette } }}
      onQueryChange={setTyped}
      searchProps={{ leftSection: <SearchIcon />, placeholder: words.palette, 'aria-label': words.palette }}
    />
  )
}

function usePages() {
  const names = useWords(screenNames)
  const me = useMe()
  const [, navigate] = useLocation()
  return screens
    .filter((screen) => allows(screen, me))
    .map((screen) => ({ id: addressOf(screen), label: names[screen.name], leftSection: <screen.icon />, onClick: () => navigate(addressOf(screen)) }))
}

function useActions() {
  const words = { ...useWords(shell), ...useWords(session), ...useWords(paletteWords) }
  const names = useWords(paletteActions)
  const signOut = useSignOut()
  const me = useMe()
  const language = useLanguage()
  const [, navigate] = useLocation()
  const [, readAll] = useMutation(markAllRead)
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme() === 'dark'
  const begun = deedsOf(me).map(({ name, address }) => ({ id: name, label: names[name], leftSection: <PlusIcon />, onClick: () => navigate(address) }))
  const others = Object.entries(languages).filter(([other]) => other !== language)
  return [
    ...begun,
    { id: 'colours', label: dark ? words.light : words.dark, leftSection: dark ? <SunIcon /> : <MoonIcon />, onClick: () => setColorScheme(dark ? 'light' : 'dark') },
    ...others.map(([other, name]) => ({ id: `language-${other}`, label: words.language(name), leftSection: <UserIcon />, onClick: () => setLanguage(other as Language) })),
    // A visitor of another firm has no notifications there.
    ...(me.firm?.relationId
      ? [{ id: 'read-all', label: words.readAll, leftSection: <ChecksIcon />, onClick: () => void readAll({}) }]
      : [{ id: 'end-visit', label: words.endVisit, leftSection: <FirmIcon />, onClick: endVisit }]),
    { id: 'docs', label: words.docs, leftSection: <BookIcon />, onClick: () => location.assign('/docs') },
    { id: 'sign-out', label: words.signOut, leftSection: <ExitIcon />, onClick: signOut },
  ]
}

function useFirms() {
  const words = useWords(paletteWords)
  const me = useMe()
  const { enter } = useEnterFirm()
  return me.firms
    .filter((firm) => firm.firmId !== me.firm?.firmId)
    .map((firm) => ({ id: firm.firmId, label: words.switchTo(firm.firmName), leftSection: <FirmIcon />, onClick: () => void enter(firm) }))
}

// most is how many contacts the palette shows.
const most = 6

// useContacts returns the contacts that the server finds by what is typed.
function useContacts(typed: string) {
  const { permissions } = useMe()
  const [, navigate] = useLocation()
  const [searchTerm] = useDebouncedValue(typed.trim(), 150)
  const pause = searchTerm.length < 2 || !permissions.includes('Contact:View')
  const [{ data, operation }] = useQuery({ query: findContactsQuery, variables: { searchTerm }, pause, requestPolicy: 'cache-and-network' })
  const found = searchTerm.length < 2 ? [] : (data?.contactSearch?.items ?? [])
  return found.slice(0, most).map(({ id, firstName, lastName, phones, emails }) => {
    const reached = [phones[0]?.phone, emails[0]?.email].filter(Boolean).join(' · ')
    return {
      id, label: `${firstName} ${lastName}`.trim() || reached, description: reached, leftSection: <UserIcon />,
      // The server has searched already, and may have found another part of the contact. Those found for what was typed
      // before are not offered.
      keywords: [operation?.variables.searchTerm ?? ''],
      onClick: () => navigate(`/contacts/${id}`),
    }
  })
}
