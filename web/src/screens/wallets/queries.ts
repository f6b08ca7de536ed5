import { graphql } from '../../api/graphql.ts'

export const walletDashboardQuery = graphql(`
  query WalletDashboard {
    walletDashboard {
      firmCount lowBalanceCount
      totalBalance { currency amount } totalHeld { currency amount } creditsThisMonth { currency amount } debitsThisMonth { currency amount }
      topSpenders { firmId firmName currency amount } daily { date currency credit debit }
    }
  }
`)

export const clientWalletPageQuery = graphql(`
  query ClientWalletPage($input: ClientWalletPageInput) {
    clientWalletPage(input: $input) {
      items { firmId firmName balance available currency lastUpdated pricingPlan { id name } }
      totalCount pageSize
    }
  }
`)

export const clientWalletQuery = graphql(`
  query ClientWallet($firmId: ID!) {
    clientWallet(firmId: $firmId) {
      firmId firmName balance held available currency lastUpdated pricingPlan { id name }
      totals { credit debit discount adjustment }
    }
    clientWalletBalance(firmId: $firmId) { lowBalanceThreshold }
    firm(id: $firmId) { id timeZone }
  }
`)

export const clientMonthQuery = graphql(`
  query ClientMonth($month: ClientWalletMonthInput!, $page: ClientWalletTransactionPageInput!) {
    clientWalletSummary(input: $month) {
      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount
      byDay { date debit credit discount adjustment }
    }
    clientWalletTransactionPage(input: $page) {
      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }
      totalCount page pageSize
    }
  }
`)

export const clientBalanceQuery = graphql(`
  query ClientBalance($firmId: ID!) { clientWalletBalance(firmId: $firmId) { balance currency } }
`)

export const creditWallet = graphql(`mutation CreditWallet($input: CreditWalletInput!) { posting: creditWallet(input: $input) { balance } }`)

export const discountWallet = graphql(`mutation DiscountWallet($input: DiscountWalletInput!) { posting: discountWallet(input: $input) { balance } }`)

export const adjustWallet = graphql(`mutation AdjustWallet($input: AdjustWalletInput!) { posting: adjustWallet(input: $input) { balance } }`)
