// Writes licences.txt: the licences of all packages that the built console contains.
import { execSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const folders = execSync('npm ls --omit=dev --all --parseable', { encoding: 'utf8' }).trim().split('\n').slice(1)
const parts = [...new Set(folders)]
  .filter((folder) => existsSync(`${folder}/package.json`))
  .map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
    const text = file ? readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r', '').trim() : ''
    return { name, head: `${name} ${version} (${license})`, text }
  })
  .filter(({ name }) => !name.startsWith('@types/'))
  .sort((a, b) => (a.head < b.head ? -1 : 1))
writeFileSync('licences.txt', parts.map(({ head, text }) => `${head}\n\n${text}\n`).join('\n----\n\n'))
