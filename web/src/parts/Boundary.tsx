import { Component, type ReactNode } from 'react'

import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { ErrorText } from './ErrorText.tsx'

// Boundary shows a message in the place of a screen that fails, so that the rest of the page goes on.
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Failed again={() => this.setState({ failed: false })} /> : this.props.children
  }
}

function Failed({ again }: { again: () => void }) {
  const words = useWords(general)
  return <ErrorText fault={{ code: 'Page', message: words.failed, fields: {} }} again={again} />
}
