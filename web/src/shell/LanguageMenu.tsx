import { Button, Menu } from '@mantine/core'

import { languages, setLanguage, useLanguage, type Language } from '../words/language.ts'

export function LanguageMenu() {
  const current = useLanguage()
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm">{languages[current]}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(languages).map(([language, name]) => (
          <Menu.Item key={language} lang={language} onClick={() => setLanguage(language as Language)}>{name}</Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
