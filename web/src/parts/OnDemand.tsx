import { cloneElement, Suspense, useEffect, useRef, useState, type ComponentType, type ReactElement, type Ref } from 'react'

// Opening is what a button opens: a menu, or a list. It shows the button itself, to be beside it.
export interface Opening {
  button: ReactElement<ButtonProps>
}

interface ButtonProps {
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}

// OnDemand shows a button, and loads what it opens when somebody first presses it.
export function OnDemand({ button, opens, Opened }: Opening & { opens: 'menu' | 'dialog'; Opened: ComponentType<Opening> }) {
  const [pressed, setPressed] = useState(false)
  const closed = cloneElement(button, { onClick: () => setPressed(true), 'aria-haspopup': opens, 'aria-expanded': false })
  return pressed ? <Suspense fallback={closed}><Opened button={button} /></Suspense> : closed
}

// useOpening opens at once what was loaded when its button was pressed. The focus is on the button before,
// so that it returns there.
export function useOpening(button: Opening['button']) {
  const ref = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    ref.current?.focus()
    setOpened(true)
  }, [])
  return { opened, setOpened, target: cloneElement(button, { ref }) }
}
