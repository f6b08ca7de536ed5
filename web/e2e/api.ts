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
