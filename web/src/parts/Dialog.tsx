import { Modal, type ModalProps } from '@mantine/core'

import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { Keep, useKeeper } from './kept.ts'

// Dialog asks for one thing, over the page.
export function Dialog({ children, ...props }: ModalProps) {
  const words = useWords(general)
  const [isKept, keeper] = useKeeper()
  return (
    <Modal closeButtonProps={{ 'aria-label': words.close }} closeOnEscape={!isKept} closeOnClickOutside={!isKept} {...props}>
      <Keep value={keeper}>{children}</Keep>
    </Modal>
  )
}
