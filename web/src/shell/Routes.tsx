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
    const first = screens.find((screen) => allows(screen, me))
    return first ? <Redirect to={addressOf(first)} replace /> : <Message title={words.notAllowed} text={words.nothingGranted} />
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

export function Message({ title, text }: { title: string; text: string }) {
  const words = useWords(general)
  return (
    <Page title={title}>
      <Text>{text}</Text>
      <Text><Anchor component={Link} href="/">{words.goHome}</Anchor></Text>
    </Page>
  )
}
