import { Button, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation } from 'wouter'

import { changesOf } from '../../parts/changes.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useFresh } from '../../parts/useFresh.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan, useMe } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { createRole, updateRole, type Entry } from './queries.ts'
import { roles } from './words.ts'

// Details shows at the side the name of a role, or of a new one, when the address says so.
export function Details({ role }: { role: Entry | undefined }) {
  const words = { ...useWords(general), ...useWords(roles) }
  const can = useCan()
  const [open, setOpen] = useAddress('open')
  const close = () => setOpen('')
  const opened = role ? open === 'edit' && can('Role:Edit') && !role.isSystem : open === 'new' && can('Role:Create')
  return (
    <SidePanel opened={opened} onClose={close} title={role ? words.editTitle(role.name) : words.newRole}>
      {role ? <Edit role={role} close={close} /> : <Create />}
    </SidePanel>
  )
}

function Create() {
  const words = { ...useWords(general), ...useWords(roles) }
  const [, navigate] = useLocation()
  const form = useForm({ initialValues: { name: '', description: '' } })
  const { submit, fetching, fault } = useSubmit(createRole, form)
  const create = form.onSubmit(async ({ name, description }) => {
    const data = await submit({ input: { name, ...(description && { description }) } })
    if (data) {
      navigate(`/roles/${data.createRole.id}`)
    }
  })
  return (
    <form onSubmit={create} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <TextInput label={words.name} data-autofocus required {...form.getInputProps('name')} />
        <Textarea label={words.description} autosize minRows={2} {...form.getInputProps('description')} />
        <Button type="submit" loading={fetching} data-testid="save">{words.create}</Button>
      </Stack>
    </form>
  )
}

function Edit({ role, close }: { role: Entry; close: () => void }) {
  const words = { ...useWords(general), ...useWords(roles) }
  const own = useMe().role?.id === role.id
  const stored = { name: role.name, description: role.description ?? '', isActive: role.isActive }
  const form = useForm({ initialValues: stored })
  const before = useFresh(form, stored)
  const { submit, fetching, fault } = useSubmit(updateRole, form)
  const save = form.onSubmit(async (values) => {
    if (await submit({ input: { id: role.id, ...changesOf(before, values) } })) {
      close()
    }
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <TextInput label={words.name} data-autofocus {...form.getInputProps('name')} />
        <Textarea label={words.description} autosize minRows={2} {...form.getInputProps('description')} />
        <Switch label={words.isActive} description={own ? words.ownInactive : words.isActiveText} disabled={own} {...form.getInputProps('isActive', { type: 'checkbox' })} />
        <Button type="submit" loading={fetching} disabled={!form.isDirty()} data-testid="save">{words.save}</Button>
      </Stack>
    </form>
  )
}
