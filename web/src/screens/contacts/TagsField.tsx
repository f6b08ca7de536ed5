import { TagsInput, type TagsInputProps } from '@mantine/core'

import { useTagNames } from './useTagNames.ts'

// TagsField is a field for tags, which completes those of the firm and takes new ones.
export function TagsField(props: TagsInputProps) {
  const { data, ...field } = useTagNames()
  return <TagsInput data={data} maxTags={50} splitChars={[',', ';']} {...field} {...props} />
}
