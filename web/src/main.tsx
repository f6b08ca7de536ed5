import './styles.ts'

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './App.tsx'
import { begin } from './session/access.js'
import { colours, theme } from './theme.ts'

// The parts of a version that the server no longer has can't be loaded: the page begins anew with
// those of the present one.
addEventListener('vite:preloadError', (event) => {
  event.preventDefault()
  location.reload()
})

const root = document.getElementById('console')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={colours} defaultColorScheme="auto">
        <Notifications position="bottom-right" />
        <App />
      </MantineProvider>
    </StrictMode>,
  )
  void begin()
}
