import { Button, Group, Menu } from '@mantine/core'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import { saveFile } from '../../parts/Download.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { Erase } from './Erase.tsx'
import { privacy } from './privacyWords.ts'

const exportContact = graphql(`
  mutation ExportContact($id: ID!) { exportContact(id: $id) }
`)

interface Props {
  id: string
  name: string
  // erased is called when the contact is gone.
  erased: () => void
}

// Privacy is the menu with what a person may ask for: all data, or to be erased.
export function Privacy({ id, name, erased }: Props) {
  const words = useWords(privacy)
  const can = useCan()
  const [erasing, setErasing] = useState(false)
  const { submit, fetching, fault } = useSubmit(exportContact)
  const download = async () => {
    const data = await submit({ id })
    if (data) {
      saveFile(new Blob([JSON.stringify(data.exportContact, null, 2)], { type: 'application/json' }), `contact-${id}.json`)
    }
  }
  return (
    <>
      <ErrorText fault={fault} />
      <Group justify="flex-end">
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="xs" loading={fetching}>{words.more}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void download()}>{words.exportAll}</Menu.Item>
            {can('Contact:Delete') && <Menu.Item c="var(--mantine-color-error)" onClick={() => setErasing(true)}>{words.erase}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {erasing && <Erase id={id} name={name} close={() => setErasing(false)} erased={erased} />}
    </>
  )
}
