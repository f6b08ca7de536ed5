import { PasswordInput, type PasswordInputProps } from '@mantine/core'

import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'

// Password is the field of a password, which can be shown.
export function Password(props: PasswordInputProps) {
  const words = useWords(general)
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': words.showPassword }} {...props} />
}
