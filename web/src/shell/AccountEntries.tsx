import { Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Link } from 'wouter'

import { useOpening, type Opening } from '../parts/OnDemand.tsx'
import { useMe } from '../session/me.ts'
import { useSignOut } from '../session/useSignOut.ts'
import { languages, setLanguage, useLanguage, useWords, type Language } from '../words/language.ts'
import { session } from '../words/session.ts'
import { screenNames, shell } from '../words/shell.ts'
import { BookIcon, CheckIcon, ExitIcon, MoonIcon, SunIcon, UserIcon } from './icons.tsx'

export default function AccountEntries({ button }: Opening) {
  const words = { ...useWords(shell), ...useWords(session) }
  const names = useWords(screenNames)
  const signOut = useSignOut()
  const { user } = useMe()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme() === 'dark'
  const current = useLanguage()
  const { opened, setOpened, target } = useOpening(button)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={230}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={550} c="var(--mantine-color-text)">{user.firstName} {user.lastName}</Text>
          {user.email}
        </Menu.Label>
        <Menu.Item component={Link} href="/profile" leftSection={<UserIcon size={16} />}>{names.profile}</Menu.Item>
        <Menu.Item leftSection={dark ? <SunIcon size={16} /> : <MoonIcon size={16} />} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
          {dark ? words.light : words.dark}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<BookIcon size={16} />}>{words.docs}</Menu.Item>
        <Menu.Divider />
        {Object.entries(languages).map(([language, name]) => (
          <Menu.Item key={language} lang={language} rightSection={language === current ? <CheckIcon size={14} /> : undefined} onClick={() => setLanguage(language as Language)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<ExitIcon size={16} />} onClick={signOut} data-testid="sign-out">{words.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
