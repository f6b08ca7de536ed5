import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useClient, type Client } from 'urql'

import { Conflict } from '../../parts/Conflict.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useOvertaken } from '../../parts/useOvertaken.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { PlusIcon, TrashIcon } from '../../shell/icons.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Confirm } from './Confirm.tsx'
import { createProperties, modulesQuery, updateProperties, type Module } from './queries.ts'
import { clashes, merged, type Row } from './rows.ts'
import { permissions } from './words.ts'

// ModulePanel shows at the side a new module, or the one that the address says.
export function ModulePanel({ modules }: { modules: Module[] }) {
  const words = { ...useWords(general), ...useWords(permissions) }
  const [open, setOpen] = useAddress('open')
  const close = () => setOpen('')
  const module = modules.find(({ moduleName }) => open === `edit ${moduleName}`)
  return (
    <SidePanel opened={Boolean(open)} onClose={close} size="lg" title={module ? words.editTitle(module.moduleName) : words.newModule}>
      {module || open === 'new' ? <Form key={open} module={module} close={close} /> : <Text>{words.gone}</Text>}
    </SidePanel>
  )
}

interface Values {
  moduleName: string
  properties: Row[]
}

const rowsOf = (module: Module): Row[] => module.properties.map(({ id, propertyName, displayName }) => ({ id, propertyName, displayName }))

// pageSize is how many modules the server takes the trouble to list with their permissions.
const pageSize = 50

// readModule reads a module again. The server finds it among those whose names, or permissions, contain its name.
async function readModule(client: Client, moduleName: string) {
  for (let page = 1; ; page++) {
    const { data, error } = await client.query(modulesQuery, { input: { searchTerm: moduleName, page, pageSize } }, { requestPolicy: 'network-only' })
    const items = data?.rolePropertyGroups?.items ?? []
    const module = items.find((one) => one.moduleName === moduleName)
    if (error || module || items.length < pageSize) {
      return { values: module && rowsOf(module), error }
    }
  }
}

// Form sends the whole module, as the server wants it: what others have added to it since stays, and what the user removes is
// confirmed.
function Form({ module, close }: { module: Module | undefined; close: () => void }) {
  const words = { ...useWords(general), ...useWords(permissions) }
  const moduleName = module?.moduleName ?? ''
  // base are the permissions that the form began with, or those that somebody else has saved since and the form has.
  const [base, setBase] = useState(() => module && rowsOf(module))
  const form = useForm<Values>({ initialValues: { moduleName, properties: base ?? [{ id: '', propertyName: '', displayName: '' }] } })
  const { submit, fetching, fault } = useSubmit(module ? updateProperties : createProperties, form)
  const [asking, setAsking] = useState(false)
  const { properties } = form.values
  const removed = base?.filter(({ id }) => !properties.some((property) => property.id === id)) ?? []
  const client = useClient()
  const { theirs, reading, check, forget, ...overtaken } = useOvertaken<Row[]>(
    () => readModule(client, moduleName),
    (known, theirs) => clashes(known, theirs, form.getValues().properties).length > 0,
  )
  // take brings rows into the form that began with others.
  const take = (before: Row[], rows: Row[]) => {
    setBase(before)
    form.setInitialValues({ moduleName, properties: before })
    form.setValues({ properties: rows })
    forget()
  }
  const send = async () => {
    const { moduleName, properties } = form.getValues()
    const input = {
      moduleName,
      properties: properties.map(({ id, propertyName, displayName }) => ({ ...(id && { id }), propertyName, ...(displayName && { displayName }) })),
    }
    const data = await submit({ input })
    setAsking(false)
    if (data) {
      close()
    }
  }
  const save = async (known: Row[], isConfirmed: boolean) => {
    const now = await check(known)
    if (!now) {
      return setAsking(false)
    }
    const rows = merged(known, now, form.getValues().properties)
    take(now, rows)
    if (isConfirmed || now.every(({ id }) => rows.some((row) => row.id === id))) {
      await send()
    } else {
      setAsking(true)
    }
  }
  const mine = base && theirs && merged(base, theirs, properties)
  const find = (rows: Row[], id: string) => rows.find((row) => row.id === id)
  const textOf = (row: Row | undefined) => (row ? [row.propertyName, row.displayName].filter(Boolean).join(' – ') : '')
  return (
    <form onSubmit={form.onSubmit(() => (base ? save(base, false) : send()))} noValidate>
      <Stack>
        <ErrorText fault={overtaken.fault ?? fault} />
        {base && theirs && mine && (
          <Conflict
            differences={clashes(base, theirs, properties).map((id) => ({
              label: find([...base, ...theirs], id)?.propertyName ?? '', theirs: textOf(find(theirs, id)), mine: textOf(find([...properties, ...mine], id)),
            }))}
            take={() => take(theirs, theirs)}
            save={() => {
              take(theirs, mine)
              void save(theirs, false)
            }}
          />
        )}
        <TextInput label={words.module} description={words.moduleText} disabled={Boolean(module)} data-autofocus={!module || undefined} required {...form.getInputProps('moduleName')} />
        {properties.map(({ propertyName }, at) => (
          <Group key={at} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput aria-label={words.action} placeholder={words.action} flex={1} {...form.getInputProps(`properties.${at}.propertyName`)} />
            <TextInput aria-label={words.displayName} placeholder={words.displayName} flex={2} {...form.getInputProps(`properties.${at}.displayName`)} />
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={words.leaveOut(propertyName)} disabled={properties.length === 1} onClick={() => form.removeListItem('properties', at)}>
              <TrashIcon />
            </ActionIcon>
          </Group>
        ))}
        <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={() => form.insertListItem('properties', { id: '', propertyName: '', displayName: '' })}>{words.another}</Button>
        <Button type="submit" loading={fetching || reading} disabled={!form.isDirty() || Boolean(theirs)} data-testid="save">{module ? words.save : words.create}</Button>
      </Stack>
      {asking && module && <Confirm title={words.editTitle(module.moduleName)} module={module.moduleName} removed={removed} busy={fetching || reading} fault={undefined} close={() => setAsking(false)} remove={() => void (base && save(base, true))} />}
    </form>
  )
}
