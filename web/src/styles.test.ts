import { existsSync, readdirSync, readFileSync } from 'node:fs'

import { expect, test } from '@playwright/test'

// A component without its styles looks broken, and nothing else says so.
test('every Mantine component that is used has its styles', () => {
  const styles = readFileSync('src/styles.ts', 'utf8')
  const missing = new Set<string>()
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))) {
    const source = readFileSync(`src/${file}`, 'utf8')
    for (const [, names] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of (names ?? '').split(',').map((name) => name.trim())) {
        const own = `@mantine/core/styles/${name}.css`
        if (existsSync(`node_modules/${own}`) && !styles.includes(own) && !source.includes(own)) {
          missing.add(name)
        }
      }
    }
  }
  expect([...missing]).toEqual([])
})
