import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { Card } from './Card.tsx'
import { PasswordForm } from './PasswordForm.tsx'

// NewPassword is shown until the user has replaced a password that somebody else typed.
export default function NewPassword() {
  const words = useWords(session)
  return (
    <Card title={words.newPasswordTitle} text={words.newPasswordText}>
      <PasswordForm />
    </Card>
  )
}
