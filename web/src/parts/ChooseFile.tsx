import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

interface Props {
  accept?: string
  take: (file: File) => void
  children: FileButtonProps['children']
}

// ChooseFile lets the user choose a file by its button. The same file can be chosen again: its field is cleared, since
// browsers tell no choice of what a field has already.
export function ChooseFile({ accept, take, children }: Props) {
  const clear = useRef<() => void>(null)
  const choose = (file: File | null) => {
    clear.current?.()
    if (file) {
      take(file)
    }
  }
  return <FileButton accept={accept} resetRef={clear} onChange={choose}>{children}</FileButton>
}
