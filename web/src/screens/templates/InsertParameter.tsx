import { Button, Menu } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { DownIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { suggestions, unsubscribeUrl } from './parameters.ts'
import type { Values } from './values.ts'
import { templates } from './words.ts'

// InsertParameter offers the parameters of the template, and those that people mostly want.
export function InsertParameter({ form, insert }: { form: UseFormReturnType<Values>; insert: (name: string) => void }) {
  const words = useWords(templates)
  const { kind, parameters } = form.values
  const own = parameters.map(({ name }) => name)
  const names = [...(kind === 'Email' ? [unsubscribeUrl] : []), ...own, ...suggestions(kind === 'WhatsApp').filter((name) => !own.includes(name))]
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target><Button variant="default" size="xs" rightSection={<DownIcon size={14} />}>{words.insert}</Button></Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {names.map((name) => <Menu.Item key={name} onClick={() => insert(name)}>{`{{${name}}}`}</Menu.Item>)}
      </Menu.Dropdown>
    </Menu>
  )
}
