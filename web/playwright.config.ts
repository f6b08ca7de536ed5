import { readdirSync } from 'node:fs'

import { defineConfig } from '@playwright/test'

// The console is tested on the servers of CONSOLE_SERVERS, such as sqlite=http://127.0.0.1:8080, which
// scripts/test-console.sh starts with the demo. The tests beside the source need no server.
const servers = (process.env.CONSOLE_SERVERS ?? '').split(' ').filter(Boolean)

// Each file is tested on one of the servers, to save time: what differs between databases is tested
// without a browser. All screens are opened on each, and FIRMHUB_TEST_LONG tests everything on all.
const files = readdirSync('e2e').filter((name) => name.endsWith('.spec.ts')).sort()
const filesOf = (server: number) => files.filter((name, file) => process.env.FIRMHUB_TEST_LONG || name === 'screens.spec.ts' || file % servers.length === server)

// Pictures and measurements are taken alone.
const alone = process.env.CONSOLE_PICTURES ? 'pictures.ts' : process.env.CONSOLE_FLOOD ? 'flood.ts' : process.env.CONSOLE_SPEED ? 'speed.ts' : undefined

export default defineConfig({
  outputDir: 'test-results',
  reporter: 'list',
  workers: 2,
  // Long enough for a machine that does much else.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
    // A picture shows what failed. Traces of all tests would take longer than the tests.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Lisbon',
    locale: 'en-GB',
    // So that a test that waits for what never comes names the line.
    actionTimeout: 60_000,
  },
  projects: [
    { name: 'unit', testDir: 'src', testMatch: '**/*.test.ts' },
    ...servers.map((server, place) => {
      const [name = '', baseURL = ''] = server.split('=')
      return {
        name, testDir: 'e2e', testMatch: alone ?? filesOf(place), use: { baseURL },
        metadata: { isFirst: place === 0 },
      }
    }),
  ],
})
