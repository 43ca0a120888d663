import { afterEach, expect, test } from 'vitest'
import { describePerson, findPerson } from './devPeople.ts'
import { type Providers, startProviders } from './startProviders.ts'

const started: Providers[] = []
afterEach(async () => {
  for (const each of started.splice(0)) await each.close()
})

async function start(): Promise<string> {
  const providers = await startProviders({
    port: 0,
    host: '127.0.0.1',
    walletOrigin: 'http://keys.localhost:1',
  })
  started.push(providers)
  return providers.variables.SOCIAL_BASE_URL
}

test('serves six providers below their names, and nothing else', async () => {
  const base = await start()
  for (const name of ['google', 'apple', 'github', 'facebook', 'x', 'discord']) {
    const document = await (await fetch(`${base}/${name}/.well-known/openid-configuration`)).json()
    expect(document).toMatchObject({
      issuer: `${base}/${name}`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    expect((await fetch(`${base}/${name}/user`)).status).toBe(401)
  }
  expect((await fetch(`${base}/paypal/auth`)).status).toBe(404)
})

test('refuses a login without a code challenge, or for another page than the wallet’s', async () => {
  const base = await start()
  const ask = async (change: Record<string, string>) => {
    const query = new URLSearchParams({
      client_id: 'latchkey-dev',
      response_type: 'code',
      redirect_uri: 'http://keys.localhost:1/cb/google',
      ...change,
    })
    const response = await fetch(`${base}/google/auth?${query}`, { redirect: 'manual' })
    return response.headers.get('location') ?? (await response.text())
  }
  expect(await ask({})).toContain('error=invalid_request')
  expect(await ask({ redirect_uri: 'http://keys.localhost:1/cb/github' })).toBe('invalid_redirect_uri\n')
})

test('every typed address has an account, another one at each provider', () => {
  const ann = findPerson('google', 'ann.lee@mail.example')
  expect(ann).toMatchObject({ name: 'Ann Lee', handle: 'ann.lee', isProven: true })
  expect(findPerson('github', 'ann.lee@mail.example')?.id).not.toBe(ann?.id)
  expect(findPerson('google', 'unproven@mail.example')?.isProven).toBe(false)
  for (const wrong of ['', 'ann', 'a@b@c', '<a>@mail.example', `${'a'.repeat(300)}@mail.example`])
    expect(findPerson('google', wrong)).toBeUndefined()
  if (ann !== undefined) expect(describePerson('x', ann)).toMatchObject({ data: { username: 'ann.lee' } })
})
