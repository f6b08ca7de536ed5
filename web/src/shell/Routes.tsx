import { Anchor, Text } from '@mantine/core'
import { Link, Redirect, useLocation } from 'wouter'

import { Page } from '../parts/Page.tsx'
import { addressOf, allows, screens } from '../screens/screens.ts'
import { useMe } from '../session/me.ts'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

// Routes shows the screen of the address. An address without a screen, and one that the user may not
// see, have a page that says so.
export function Routes() {
  const words = useWords(general)
  const me = useMe()
  const [location] = useLocation()
  if (location === '/') {
    // Profile and settings are for everybody, and nobody begins there.
    const first = screens.find((screen) => (screen.permission || screen.admin) && allows(screen, me))
    return first ? <Redirect to={addressOf(first)} replace /> : <NothingGranted />
  }
  const screen = screens.find((screen) => location === addressOf(screen) || location.startsWith(`${addressOf(screen)}/`))
  const id = screen && location.slice(addressOf(screen).length + 1)
  if (!screen || id?.includes('/')) {
    return <Message title={words.notFound} text={words.notFoundText} />
  }
  if (!allows(screen, me)) {
    return <Message title={words.notAllowed} text={screen.permission ? words.notAllowedText(screen.permission) : screen.admin ? words.superFirmOnly : words.ownFirmOnly} />
  }
  return <screen.Screen id={id ? decodeURIComponent(id) : undefined} />
}

// NothingGranted is what a user sees first whose permissions lead to no screen.
function NothingGranted() {
  const words = useWords(general)
  const { firm, permissions } = useMe()
  if (!firm?.relationId) {
    return <Message title={words.nothingTitle} text={words.nothingGranted} isStart />
  }
  const views = new Set(screens.flatMap(({ permission }) => permission ?? []))
  const missing = permissions.map((permission) => permission.replace(/:.*/, ':View')).filter((permission) => views.has(permission))
  return <Message title={words.nothingTitle} text={missing.length > 0 ? words.nothingViewed(permissions.join(', '), [...new Set(missing)].join(', ')) : words.nothingHeld} isStart />
}

export function Message({ title, text, isStart = false }: { title: string; text: string; isStart?: boolean }) {
  const words = useWords(general)
  return (
    <Page title={title}>
      <Text>{text}</Text>
      {!isStart && <Text><Anchor component={Link} href="/">{words.goHome}</Anchor></Text>}
    </Page>
  )
}
