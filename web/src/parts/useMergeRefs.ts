import { useMergedRef } from '@mantine/hooks'
import type { Ref } from 'react'

// useMergeRefs stands for the function of @floating-ui/react in Mantine's ScrollArea, which uses nothing else
// of that package: it would be a tenth of what a browser loads first (vite.config.ts).
export function useMergeRefs<Value>(refs: Ref<Value>[]) {
  return useMergedRef(...refs)
}
