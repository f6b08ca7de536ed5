import { Modal, type ModalProps } from '@mantine/core'

import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { Keep, useKeeper } from './kept.ts'

// Dialog asks for one thing, over the page. Once it is closed nothing in it can be clicked: Mantine shows it for a moment more, in
// which a double click would do the same again.
export function Dialog({ children, ...props }: ModalProps) {
  const words = useWords(general)
  const [isKept, keeper] = useKeeper()
  return (
    <Modal closeButtonProps={{ 'aria-label': words.close }} closeOnEscape={!isKept} closeOnClickOutside={!isKept} {...props}>
      <Keep value={keeper}><div inert={!props.opened}>{children}</div></Keep>
    </Modal>
  )
}
