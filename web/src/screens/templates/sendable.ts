import type { SendableTemplatesQuery } from '../../api/generated/graphql.ts'

export type Sendable = NonNullable<SendableTemplatesQuery['all']>['items'][number]

// sendable returns the templates of some lists that can be sent, each once, as they are sent, by name and language.
export function sendable(...lists: Sendable[][]): Sendable[] {
  const found = new Map(lists.flat().filter(({ approvedVersion }) => approvedVersion).map((template) => [template.id, asSent(template)]))
  return [...found.values()].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

// asSent returns a template with what its version in use says, if there is one: people may work on another version.
export function asSent(template: Sendable): Sendable {
  return template.approved ? { ...template, ...template.approved } : template
}

function orderOf({ name, language, id }: Sendable): string {
  return [name, language, id].join('\n')
}
