import { Input, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { useWords } from '../../words/language.ts'
import type { Values } from './values.ts'
import { templates } from './words.ts'

// Parameters are those in the texts, each with an example.
export function Parameters({ form }: { form: UseFormReturnType<Values> }) {
  const words = useWords(templates)
  const { parameters } = form.values
  if (parameters.length === 0) {
    return null
  }
  return (
    <Input.Wrapper label={words.examples} labelElement="div" description={words.examplesText} error={form.errors.parameters}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
        {parameters.map(({ name }, place) => {
          const { error, ...props } = form.getInputProps(`parameters.${place}.example`)
          return <TextInput key={name} label={words.exampleOf(name)} maxLength={1024} {...props} error={error ?? form.errors[`parameters.${place}.name`]} />
        })}
      </SimpleGrid>
    </Input.Wrapper>
  )
}
