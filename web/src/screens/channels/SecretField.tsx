import { Anchor, Group, Input, PasswordInput, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'

import { newPassword } from '../../parts/password.ts'
import { useWords } from '../../words/language.ts'
import { fieldWords } from './fieldWords.ts'
import type { Secret, Values } from './values.ts'

interface Props {
  form: UseFormReturnType<Values>
  name: Secret
  label: string
  where: string
  required?: boolean
  // isSet reports whether the channel has the secret already.
  isSet: boolean
}

// SecretField asks for a secret. One that is set is never shown: it can be replaced or removed.
export function SecretField({ form, name, label, where, required, isSet }: Props) {
  const words = useWords(fieldWords)
  const [replacing, setReplacing] = useState(false)
  const path = `secrets.${name}`
  const set = (value: string | null) => form.setFieldValue(path, value)
  const removed = form.values.secrets[name] === null
  if (isSet && !replacing) {
    return (
      <Input.Wrapper label={label} labelElement="div" error={form.errors[path]}>
        <Group gap="md">
          <Text size="sm">{removed ? words.secretRemoved : words.secretSet}</Text>
          {removed ? (
            <Anchor component="button" type="button" size="sm" onClick={() => set('')}>{words.keep(label)}</Anchor>
          ) : (
            <Anchor component="button" type="button" size="sm" onClick={() => setReplacing(true)}>{words.replace(label)}</Anchor>
          )}
          {!required && !removed && <Anchor component="button" type="button" size="sm" onClick={() => set(null)}>{words.remove(label)}</Anchor>}
        </Group>
      </Input.Wrapper>
    )
  }
  return (
    <Stack gap={4}>
      <PasswordInput
        label={label}
        description={where}
        required={required}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': words.showSecret(label), tabIndex: 0, 'aria-hidden': false }}
        {...form.getInputProps(path)}
        aria-invalid={path in form.errors || undefined}
        value={form.values.secrets[name] ?? ''}
      />
      <Group gap="md">
        {name === 'verifyToken' && <Anchor component="button" type="button" size="sm" onClick={() => set(newPassword())}>{words.invent}</Anchor>}
        {isSet && <Anchor component="button" type="button" size="sm" onClick={() => (set(''), setReplacing(false))}>{words.keep(label)}</Anchor>}
      </Group>
    </Stack>
  )
}
