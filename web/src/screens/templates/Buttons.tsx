import { ActionIcon, Button, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { FocusEventHandler } from 'react'

import { PlusIcon, TrashIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { buttonTypes, type Values } from './values.ts'
import { templates } from './words.ts'

interface Props {
  form: UseFormReturnType<Values>
  remember: { onFocus: FocusEventHandler<HTMLInputElement> }
}

// Buttons are those below a message.
export function Buttons({ form, remember }: Props) {
  const words = useWords(templates)
  const { buttons } = form.values
  return (
    <Input.Wrapper label={words.buttons} labelElement="div" error={form.errors.buttons}>
      <Stack gap="xs" mt={4}>
        {buttons.map((button, place) => (
          <Group key={place} gap="xs" align="flex-start">
            <NativeSelect
              aria-label={words.buttonType(place + 1)}
              w={{ base: '100%', xs: 150 }}
              data={buttonTypes.map((value) => ({ value, label: words.buttonTypes[value] }))}
              {...form.getInputProps(`buttons.${place}.type`)}
            />
            {button.type !== 'CopyCode' && (
              <TextInput aria-label={words.buttonText(place + 1)} placeholder={words.buttonTextHint} maxLength={25} flex={1} miw={120} {...form.getInputProps(`buttons.${place}.text`)} />
            )}
            {button.type !== 'QuickReply' && (
              <TextInput
                aria-label={words.buttonValue(place + 1)}
                placeholder={words.buttonValues[button.type]}
                flex={2}
                miw={140}
                {...form.getInputProps(`buttons.${place}.value`)}
                {...remember}
              />
            )}
            <ActionIcon variant="subtle" color="gray" size={34} aria-label={words.removeButton(place + 1)} onClick={() => form.removeListItem('buttons', place)}><TrashIcon size={16} /></ActionIcon>
          </Group>
        ))}
        {buttons.length < 10 && (
          <div>
            <Button variant="default" size="xs" leftSection={<PlusIcon size={14} />} onClick={() => form.insertListItem('buttons', { type: 'QuickReply', text: '', value: '' })}>
              {words.addButton}
            </Button>
          </div>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
