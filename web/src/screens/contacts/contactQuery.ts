import { graphql } from '../../api/graphql.ts'

// contactQuery reads all parts of a contact that its form has.
export const contactQuery = graphql(`
  query Contact($id: ID!) {
    contact(id: $id) {
      id firstName lastName gender isActive profilePic tags createdAt updatedAt
      phones { id phone phoneCC type isPrimary }
      emails { id email type isPrimary }
      addresses { id type line1 line2 landmark city state country pinCode }
    }
  }
`)
