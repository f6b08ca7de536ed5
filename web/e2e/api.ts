import type { APIRequestContext } from '@playwright/test'

// asAdmin runs an operation of GraphQL as the super-admin, for what a test needs before it begins.
export function asAdmin<Data>(request: APIRequestContext, query: string, variables: object = {}): Promise<Data> {
  return as(request, process.env.CONSOLE_ADMIN ?? '', process.env.CONSOLE_ADMIN_PASSWORD ?? '', query, variables)
}

// as runs an operation of GraphQL as anybody.
export async function as<Data>(request: APIRequestContext, email: string, password: string, query: string, variables: object = {}): Promise<Data> {
  const signedIn = await request.post('/api/v1/auth/login', { data: { email, password } })
  const { token } = (await signedIn.json()).data
  const answer = await request.post('/graphql', { headers: { Authorization: `Bearer ${token}` }, data: { query, variables } })
  const { data, errors } = await answer.json()
  if (errors) {
    throw new Error(JSON.stringify(errors))
  }
  return data
}

// password is that of the people of the demo, and of those of newFirm.
export const password = 'Try-firmhub-1'

// newFirm creates a firm, and returns the e-mail address of its owner. The demo has no prices in CHF, but has some in BRL.
export async function newFirm(request: APIRequestContext, { currency = 'CHF', timeZone = 'UTC' } = {}): Promise<string> {
  const email = `owner.${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}@example.com`
  const first = 'First-password-1'
  await asAdmin(request, 'mutation ($input: CreateFirmInput!) { createFirm(input: $input) { id } }', {
    input: { name: `Firm of ${email}`, currency, timeZone, owner: { firstName: 'Mia', lastName: 'Many', email, password: first } },
  })
  await as(request, email, first, 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input: { currentPassword: first, newPassword: password } })
  return email
}
