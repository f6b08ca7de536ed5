import { Autocomplete, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from 'urql'

import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { channelNamesQuery } from './queries.ts'
import { categories, kinds, type Values } from './values.ts'
import { templates } from './words.ts'

const languages = ['en', 'en_GB', 'en_US', 'pt_BR', 'pt_PT', 'es', 'es_AR', 'es_ES', 'es_MX', 'de', 'fr', 'it', 'hi', 'id', 'ar']

// Identity is what a template is found by, which never changes, and its category.
export function Identity({ form, isNew }: { form: UseFormReturnType<Values>; isNew: boolean }) {
  const words = { ...useWords(general), ...useWords(templates) }
  const [{ data }] = useQuery({ query: channelNamesQuery, requestPolicy: 'cache-and-network' })
  const { kind } = form.values
  const channels = data?.channelLookup?.filter((channel) => channel.kind === kind) ?? []
  const category = (
    <NativeSelect
      label={words.category}
      description={words.categoryTexts[form.values.category]}
      data={categories.filter((one) => one !== 'Service' || kind !== 'WhatsApp').map((value) => ({ value, label: words.categories[value] }))}
      {...form.getInputProps('category')}
    />
  )
  if (!isNew) {
    return category
  }
  const kindProps = form.getInputProps('kind')
  return (
    <>
      <TextInput label={words.name} description={words.nameText} required data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={words.kind}
          data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          {...kindProps}
          onChange={(event) => {
            kindProps.onChange(event)
            form.setFieldValue('channelId', '')
          }}
        />
        <NativeSelect
          label={words.channel}
          required={kind === 'WhatsApp'}
          data={[{ value: '', label: kind === 'WhatsApp' ? words.chooseChannel : words.anyChannel }, ...channels.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.getInputProps('channelId')}
        />
        <Autocomplete label={words.language} placeholder="pt_BR" data={languages} required {...form.getInputProps('language')} />
        {category}
      </SimpleGrid>
    </>
  )
}
