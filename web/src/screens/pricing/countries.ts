const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

// countryName returns the name of a country, such as BR, in a language.
export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

// countries are those that have a name in the language, by name.
export function countries(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((value) => {
      const name = value === 'ZZ' ? undefined : names.of(value)
      return name ? [{ value, label: `${name} (${value})` }] : []
    })
    .sort((a, b) => a.label.localeCompare(b.label, language))
}
