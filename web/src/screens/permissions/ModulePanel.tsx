import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { PlusIcon, TrashIcon } from '../../shell/icons.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Confirm } from './Confirm.tsx'
import { createProperties, updateProperties, type Module } from './queries.ts'
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
  properties: { id: string; propertyName: string; displayName: string }[]
}

function Form({ module, close }: { module: Module | undefined; close: () => void }) {
  const words = { ...useWords(general), ...useWords(permissions) }
  const form = useForm<Values>({
    initialValues: {
      moduleName: module?.moduleName ?? '',
      properties: module?.properties.map(({ id, propertyName, displayName }) => ({ id, propertyName, displayName })) ?? [{ id: '', propertyName: '', displayName: '' }],
    },
  })
  const { submit, fetching, fault } = useSubmit(module ? updateProperties : createProperties, form)
  const [asking, setAsking] = useState(false)
  const { properties } = form.values
  const removed = module?.properties.filter(({ id }) => !properties.some((property) => property.id === id)) ?? []

  const save = async () => {
    const input = {
      moduleName: form.values.moduleName,
      properties: properties.map(({ id, propertyName, displayName }) => ({ ...(id && { id }), propertyName, ...(displayName && { displayName }) })),
    }
    const data = await submit({ input })
    setAsking(false)
    if (data) {
      close()
    }
  }
  return (
    <form onSubmit={form.onSubmit(() => (removed.length > 0 ? setAsking(true) : void save()))} noValidate>
      <Stack>
        <ErrorText fault={fault} />
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
        <Button type="submit" loading={fetching} disabled={!form.isDirty()} data-testid="save">{module ? words.save : words.create}</Button>
      </Stack>
      {asking && module && <Confirm title={words.editTitle(module.moduleName)} module={module.moduleName} removed={removed} busy={fetching} fault={undefined} close={() => setAsking(false)} remove={() => void save()} />}
    </form>
  )
}
