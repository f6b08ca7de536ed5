import { useFaultText } from '../parts/useFaultToast.ts'
import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { signOut } from './session.ts'

// useSignOut returns a function that signs the user out, and says so when the session has not ended.
export function useSignOut(): () => void {
  const { notSignedOut } = useWords(session)
  const show = useFaultText()
  return () => void signOut(() => show(notSignedOut))
}
