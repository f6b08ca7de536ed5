import { graphql } from '../../api/graphql.ts'
import type { TagPageQuery } from '../../api/generated/graphql.ts'

export const tagPageQuery = graphql(`
  query TagPage($input: TagPageInput!) { tagPage(input: $input) { items { id name contactCount } totalCount page pageSize } }
`)

export const renameTag = graphql(`mutation RenameTag($input: RenameTagInput!) { renameTag(input: $input) { id name contactCount } }`)

export const mergeTags = graphql(`mutation MergeTags($input: MergeTagsInput!) { mergeTags(input: $input) { id name contactCount } }`)

export const deleteTag = graphql(`mutation DeleteTag($tag: String!) { deleteTag(tag: $tag) }`)

export type Tag = NonNullable<TagPageQuery['tagPage']>['items'][number]
