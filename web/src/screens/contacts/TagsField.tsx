import { TagsInput, type TagsInputProps } from '@mantine/core'

import { useTagNames } from './useTagNames.ts'

// TagsField is a field for tags, which completes those of the firm and takes new ones.
export function TagsField(props: TagsInputProps) {
  const { data, ...field } = useTagNames()
  // The library hides the list of a field that is read only, and opens it all the same: its keys would choose from it.
  return <TagsInput data={data} maxTags={50} splitChars={[',', ';']} dropdownOpened={props.readOnly ? false : undefined} {...field} {...props} />
}
