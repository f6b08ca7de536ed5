import '../screens/templates/drafts.ts'

import { ActionIcon, Alert, AppShell, Box, Burger, Button, Group, NavLink, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Suspense, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'

import { Boundary } from '../parts/Boundary.tsx'
import { Keep, useKeeper } from '../parts/kept.ts'
import { lazily } from '../parts/load.ts'
import { Rows } from '../parts/Rows.tsx'
import { addressOf, allows, screens, type Screen } from '../screens/screens.ts'
import { useCan, useMe } from '../session/me.ts'
import { endVisit } from '../session/session.ts'
import { useWords } from '../words/language.ts'
import { screenNames, shell } from '../words/shell.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Bell } from './Bell.tsx'
import { FirmSwitcher } from './FirmSwitcher.tsx'
import { SearchIcon } from './icons.tsx'
import { Routes } from './Routes.tsx'
import { useRowKeys } from './useRowKeys.ts'

// afterLoad is when what no screen waits for is loaded, in milliseconds: not beside the first page, on a slow line.
const afterLoad = 3000
const Alerts = lazily(async () => {
  await new Promise((resolve) => setTimeout(resolve, afterLoad))
  return import('../screens/inbox/Alerts.tsx')
})
// The palette is loaded when somebody first opens it.
const Palette = lazily(() => import('./Palette.tsx'))

// Shell is the frame around the screens.
export function Shell() {
  const words = useWords(shell)
  const [open, { toggle, close }] = useDisclosure()
  const [location] = useLocation()
  const [paletteOpened, setPaletteOpened] = useState(0)
  const canChat = useCan()('MessagingChat:View')
  const openPalette = () => setPaletteOpened((times) => times + 1)
  useHotkeys([['mod+K', openPalette]], [])
  useRowKeys()
  return (
    <AppShell header={{ height: 48 }} navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !open } }} padding={{ base: 'sm', sm: 'lg' }}>
      <a className="skip" href="#content">{words.skip}</a>
      <AppShell.Header px="sm">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={open} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={words.openNavigation} aria-expanded={open} />
            <FirmSwitcher />
          </Group>
          <Group gap={6} wrap="nowrap">
            <PaletteButton label={words.palette} open={openPalette} />
            <Bell />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={words.navigation}>
        <AppShell.Section grow style={{ overflowY: 'auto' }}>
          <Navigation leave={close} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Box maw={1280}>
          <VisitBanner />
          <Boundary key={screenOf(location)}>
            <Suspense fallback={<Rows />}>
              <Kept><Routes /></Kept>
            </Suspense>
          </Boundary>
        </Box>
      </AppShell.Main>
      {canChat && <Suspense><Alerts /></Suspense>}
      {paletteOpened > 0 && <Suspense><Palette opened={paletteOpened} /></Suspense>}
    </AppShell>
  )
}

// Kept asks before a screen is left while a form of it has what is not saved.
export function Kept({ children }: { children: ReactNode }) {
  const [, keeper] = useKeeper()
  return <Keep value={keeper}>{children}</Keep>
}

// screenOf returns the part of an address that names a screen: /roles of /roles/1. The screen stays
// while it shows one entry after another.
function screenOf(location: string): string {
  return location.split('/', location.startsWith('/admin/') ? 3 : 2).join('/')
}

// VisitBanner says that the user works in another firm.
function VisitBanner() {
  const words = useWords(shell)
  const { firm } = useMe()
  if (!firm || firm.relationId) {
    return null
  }
  return (
    <Alert color="yellow" variant="light" p="xs" mb="md" role="status" data-testid="visit">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{words.visit(firm.firmName)}</Text>
        <Button variant="default" size="xs" onClick={endVisit}>{words.endVisit}</Button>
      </Group>
    </Alert>
  )
}

function PaletteButton({ label, open }: { label: string; open: () => void }) {
  return (
    <>
      <UnstyledButton onClick={open} visibleFrom="sm" px="sm" h={32} bd="1px solid var(--mantine-color-default-border)" bdrs="md">
        <Group gap="xs" c="dimmed" wrap="nowrap">
          <SearchIcon size={15} />
          <VisuallyHidden>{label}</VisuallyHidden>
          <Text size="sm" aria-hidden="true">⌘K</Text>
        </Group>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={open} aria-label={label}><SearchIcon /></ActionIcon>
    </>
  )
}

function Navigation({ leave }: { leave: () => void }) {
  const words = useWords(shell)
  const me = useMe()
  const mine = screens.filter((screen) => allows(screen, me))
  const admin = mine.filter((screen) => screen.admin)
  return (
    <>
      {mine.filter((screen) => !screen.admin).map((screen) => <Entry key={screen.name} screen={screen} leave={leave} />)}
      {admin.length > 0 && <Text size="xs" c="dimmed" fw={600} mt="md" mb={4} px="xs">{words.installation}</Text>}
      {admin.map((screen) => <Entry key={screen.name} screen={screen} leave={leave} />)}
    </>
  )
}

function Entry({ screen, leave }: { screen: Screen; leave: () => void }) {
  const names = useWords(screenNames)
  const [location] = useLocation()
  const address = addressOf(screen)
  const current = location === address || location.startsWith(`${address}/`)
  return (
    <NavLink
      component={Link}
      href={address}
      label={names[screen.name]}
      leftSection={<screen.icon />}
      active={current}
      aria-current={current ? 'page' : undefined}
      onClick={leave}
      data-testid={screen.admin ? `nav-admin-${screen.name}` : `nav-${screen.name}`}
      py={6}
      px="xs"
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
    />
  )
}
