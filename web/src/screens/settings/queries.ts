import { graphql } from '../../api/graphql.ts'

export const ownFirmQuery = graphql(`
  query OwnFirm {
    ownFirm { id name currency timeZone lowBalanceThreshold requireOptIn optOutWords postalAddress updatedAt quietHours { from to } }
  }
`)
