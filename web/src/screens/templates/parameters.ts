// A parameter in a text, as the server reads it.
const placeholder = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,63}|[1-9]\d?)\s*\}\}/g

// unsubscribeUrl is the parameter of mails that the server fills in by itself.
export const unsubscribeUrl = 'unsubscribeUrl'

// namesIn returns the parameters in texts, each once, in their order.
export function namesIn(texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name]) => name ?? '')))]
}

// filled returns a text with values in the place of its parameters. One without a value stays.
export function filled(text: string, values: Record<string, string>): string {
  return text.replace(placeholder, (whole, name: string) => values[name] || whole)
}

// escaped returns a value as it may stand in HTML.
export function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

// The parameters that people mostly want, with an example each. The fields of contacts are filled in by campaigns.
const examples: Record<string, string> = {
  firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+442079460958', city: 'London', order: '4711', code: '123456', date: '31.01.', amount: '49.90',
  link: 'https://example.com/4711',
}

// suggestions are names of parameters to insert. WhatsApp takes small letters alone.
export function suggestions(isWhatsApp: boolean): string[] {
  return Object.keys(examples).map((name) => (isWhatsApp ? snake(name) : name))
}

// exampleOf returns an example for a new parameter.
export function exampleOf(name: string): string {
  return Object.entries(examples).find(([known]) => known === name || snake(known) === name)?.[1] ?? (/^\d+$/.test(name) ? '' : name.replaceAll('_', ' '))
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export interface Parameter {
  name: string
  example: string
}

// parametersOf returns the parameters of texts with the examples that they have, or had before.
export function parametersOf(names: string[], known: Map<string, string>): Parameter[] {
  return names.map((name) => ({ name, example: known.get(name) ?? exampleOf(name) }))
}
