import './styles.ts'

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './App.tsx'
import { begin } from './session/access.js'
import { colours, theme } from './theme.ts'

const root = document.getElementById('console')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={colours} defaultColorScheme="auto">
        <Notifications position="bottom-left" containerWidth={340} limit={20} />
        <App />
      </MantineProvider>
    </StrictMode>,
  )
  void begin()
}
