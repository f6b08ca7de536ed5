import type { ChannelKind } from '../../api/generated/graphql.ts'

// limitOf returns how many characters an answer may have: a text, or that of a file.
export function limitOf(kind: ChannelKind, hasFile: boolean): number {
  if (hasFile) {
    return 1024
  }
  return kind === 'Sms' ? 1600 : 4096
}

// noteLimit is how many characters a note may have.
export const noteLimit = 4096
