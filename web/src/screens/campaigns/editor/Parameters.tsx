import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'

import { useWords } from '../../../words/language.ts'
import type { Template } from '../queries.ts'
import { campaigns } from '../words.ts'
import { fields, type CampaignForm } from './values.ts'

// Parameters say for each parameter of the template where its value comes from.
export function Parameters({ form, template, readOnly }: { form: CampaignForm; template: Template; readOnly: boolean }) {
  const words = useWords(campaigns)
  const entries = Object.entries(form.values.parameters)
  const firstEmpty = entries.find(([, { field, text }]) => !field && !text)?.[0]
  if (entries.length === 0) {
    return null
  }
  return (
    <Stack gap="xs" role="group" aria-label={words.values}>
      <Text size="sm" fw={550}>{words.values}</Text>
      {entries.map(([name, { field }]) => {
        const path = `parameters.${name}`
        const example = template.parameters.find((parameter) => parameter.name === name)?.example ?? ''
        return (
          <SimpleGrid key={name} cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing={4}>
            <NativeSelect
              label={`{{${name}}}`}
              aria-label={words.valueOf(name)}
              disabled={readOnly}
              data={[{ value: '', label: words.sameText }, ...fields.map((value) => ({ value, label: words.fields[value] }))]}
              {...form.getInputProps(`${path}.field`)}
            />
            {field ? (
              <TextInput
                label={words.fallback}
                aria-label={words.fallbackOf(name)}
                placeholder={words.fallbackHint}
                maxLength={1024}
                readOnly={readOnly}
                {...form.getInputProps(`${path}.fallback`)}
              />
            ) : (
              <TextInput
                label={words.textOf(name)}
                placeholder={words.example(example)}
                maxLength={1024}
                readOnly={readOnly}
                autoFocus={name === firstEmpty}
                {...form.getInputProps(`${path}.text`)}
              />
            )}
          </SimpleGrid>
        )
      })}
    </Stack>
  )
}
