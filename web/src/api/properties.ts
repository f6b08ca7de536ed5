import { graphql } from './graphql.ts'

// propertiesQuery reads every permission that there is. It needs Role:View.
export const propertiesQuery = graphql(`
  query Properties { roleProperties { id moduleName propertyName displayName } }
`)
