import type { FileLimitsQuery } from '../../api/generated/graphql.ts'

type FileLimits = NonNullable<FileLimitsQuery['channelLookup']>[number]['fileLimits']

// pictures are the types that providers take for pictures, whatever else a browser calls an image.
const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

// fileLimit returns how many bytes a file of this type may have. The server decides it by the content; without limits it
// does so alone.
export function fileLimit(limits: FileLimits | undefined, { type }: Pick<File, 'type'>): number {
  if (!limits) {
    return Infinity
  }
  const [part] = type.split('/')
  if (part === 'video' || part === 'audio') {
    return limits[part]
  }
  return pictures.includes(type) ? limits.image : limits.other
}
