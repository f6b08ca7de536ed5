import { Drawer, type DrawerProps } from '@mantine/core'

import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { Keep, useKeeper } from './kept.ts'

// SidePanel is at the right of a page, for the parts and the form of one thing. As in a Dialog, nothing in it can be clicked
// once it is closed.
export function SidePanel({ children, ...props }: DrawerProps) {
  const words = useWords(general)
  const [isKept, keeper] = useKeeper()
  return (
    <Drawer position="right" closeButtonProps={{ 'aria-label': words.close }} closeOnEscape={!isKept} closeOnClickOutside={!isKept} {...props}>
      <Keep value={keeper}><div inert={!props.opened}>{children}</div></Keep>
    </Drawer>
  )
}
