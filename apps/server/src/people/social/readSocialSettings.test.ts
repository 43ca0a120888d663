import { expect, it } from 'vitest'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { settingsSecrets } from '../../settingsSecrets.ts'

it.each([
  ['SOCIAL_PROVIDERS', '[]'],
  ['SOCIAL_PROVIDERS', '{'],
  ['SOCIAL_PROVIDERS', '{"paypal":{"clientId":"a","clientSecret":"b"}}'],
  ['SOCIAL_PROVIDERS', '{"__proto__":{"clientId":"a","clientSecret":"b"}}'],
  ['SOCIAL_PROVIDERS', '{"google":{"clientId":"a"}}'],
  ['SOCIAL_PROVIDERS', '{"google":{"clientId":"a","clientSecret":""}}'],
  ['SOCIAL_PROVIDERS', '{"google":{"clientId":"a","clientSecret":"b","scope":"c"}}'],
  ['SOCIAL_PROVIDERS', '{"google":{"clientId":"a","teamId":"t","keyId":"k","privateKey":"p"}}'],
  ['SOCIAL_PROVIDERS', '{"apple":{"clientId":"a","teamId":"t","keyId":"k","privateKey":"p"}}'],
  ['SOCIAL_BASE_URL', 'https://providers.example'],
  ['SOCIAL_BASE_URL', 'http://localhost:4405/google'],
])('%s=%s is refused', (name, value) => {
  expect(() => parseEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} must`))
})

it('keeps what providers know us by out of the log', () => {
  const settings = parseEnvironment({
    SOCIAL_PROVIDERS: '{"x":{"clientId":"us","clientSecret":"canary-1"}}',
  })
  expect(settings.social.providers.get('x')).toEqual({ clientId: 'us', secret: 'canary-1' })
  expect(settingsSecrets(settings)).toContain('canary-1')
})
