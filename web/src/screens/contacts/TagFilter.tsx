import { MultiSelect } from '@mantine/core'

import { TagIcon } from '../../shell/icons.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { useTagNames } from './useTagNames.ts'
import { contacts } from './words.ts'

// TagFilter shows only contacts that have all of some tags.
export function TagFilter({ tags, change }: { tags: string[]; change: (tags: string[]) => void }) {
  const words = { ...useWords(general), ...useWords(contacts) }
  const { data, ...field } = useTagNames()
  return (
    <MultiSelect
      aria-label={words.filterTags}
      placeholder={tags.length === 0 ? words.filterTags : undefined}
      leftSection={<TagIcon size={15} />}
      data={[...new Set([...tags, ...data])]}
      value={tags}
      onChange={change}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': words.clearFilter }}
      nothingFoundMessage={words.none}
      maxValues={50}
      flex="1 1 180px"
      maw={320}
      {...field}
    />
  )
}
