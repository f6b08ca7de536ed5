import { TagsInput, type TagsInputProps } from '@mantine/core'

import { listProps } from '../../parts/listProps.ts'
import { useTagNames } from './useTagNames.ts'

// TagsField is a field for tags, which completes those of the firm and takes new ones.
export function TagsField({ readOnly, onChange, ...props }: TagsInputProps) {
  const { data, ...field } = useTagNames()
  // The library pastes into a field that is read only.
  return <TagsInput data={data} maxTags={50} splitChars={[',', ';']} {...listProps(readOnly)} {...field} {...props} onChange={readOnly ? undefined : onChange} />
}
