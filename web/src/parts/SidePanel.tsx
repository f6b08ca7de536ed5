import { Drawer, type DrawerProps } from '@mantine/core'

import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { Keep, useKeeper } from './kept.ts'

// SidePanel is at the right of a page, for the parts and the form of one thing.
export function SidePanel({ children, ...props }: DrawerProps) {
  const words = useWords(general)
  const [isKept, keeper] = useKeeper()
  return (
    <Drawer position="right" closeButtonProps={{ 'aria-label': words.close }} closeOnEscape={!isKept} closeOnClickOutside={!isKept} {...props}>
      <Keep value={keeper}>{children}</Keep>
    </Drawer>
  )
}
