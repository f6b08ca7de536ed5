import { useSyncExternalStore } from 'react'

export const languages = { en: 'English', pt: 'Português', es: 'Español' }
export type Language = keyof typeof languages

const stored = 'firmhub-language'
const listeners = new Set<() => void>()
let current = initial()
document.documentElement.lang = current

// initial returns the language that was chosen here before, or else the first one of the browser that
// the console has.
function initial(): Language {
  const wanted = [localStorage.getItem(stored) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return (wanted.find((tag) => tag in languages) as Language | undefined) ?? 'en'
}

export function language(): Language {
  return current
}

export function setLanguage(next: Language) {
  current = next
  localStorage.setItem(stored, next)
  document.documentElement.lang = next
  listeners.forEach((listener) => listener())
}

export function useLanguage(): Language {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, language)
}

// Catalogue holds the texts of a part of the console in each language. A missing text is a type error.
export type Catalogue<Words> = Record<Language, Words>

// useWords returns the texts of a catalogue in the language of the console.
export function useWords<Words>(catalogue: Catalogue<Words>): Words {
  return catalogue[useLanguage()]
}

// counted writes a number with its word: 1 call, 2 calls. The languages of the console have these two
// forms.
export function counted(number: string, one: string, many: string): string {
  return `${number} ${number === '1' ? one : many}`
}

// catalogue checks that all languages have the texts of English.
export function catalogue<Words>(english: Words, others: Record<Exclude<Language, 'en'>, Words>): Catalogue<Words> {
  return { en: english, ...others }
}
