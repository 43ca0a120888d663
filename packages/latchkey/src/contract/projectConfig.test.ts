import * as v from 'valibot'
import { expect, it } from 'vitest'
import { featureIds, projectConfigSchema } from './projectConfig.ts'

it('keeps flags of a later release and drops members it does not know', () => {
  const answer = {
    features: [
      { id: 'social_login', isEnabled: true, config: ['google'], later: 1 },
      { id: 'of_tomorrow', isEnabled: false, config: null },
    ],
    version: 2,
  }
  expect(v.parse(projectConfigSchema, answer)).toEqual({
    features: [
      { id: 'social_login', isEnabled: true, config: ['google'] },
      { id: 'of_tomorrow', isEnabled: false, config: null },
    ],
  })
})

it.each([
  [{ features: [{ id: 'swap', isEnabled: 'true', config: null }] }],
  [{ features: [{ id: '', isEnabled: true, config: null }] }],
  [{ features: [{ id: 'swap', isEnabled: true, config: { a: 1 } }] }],
  [{ features: Array.from({ length: 65 }, () => ({ id: 'swap', isEnabled: true, config: null })) }],
  [{ features: {} }],
  [null],
])('refuses %j', answer => expect(v.is(projectConfigSchema, answer)).toBe(false))

it('T111: a hostile answer has no place for anything but flags: no limit, list, address or script is widened by it', () => {
  const hostile = JSON.parse(`{
    "features": [
      {
        "id": "swap", "isEnabled": true, "config": ["x"],
        "endpoints": { "api": "https://evil.example" }, "customRpcUrls": { "eip155:1": ["https://evil.example"] }
      },
      { "id": "__proto__", "isEnabled": true, "config": null },
      { "id": "constructor", "isEnabled": true, "config": null }
    ],
    "__proto__": { "isAdmin": true },
    "allowedOrigins": ["*"], "directoryKeys": ["x"], "projectId": "other", "basic": false,
    "restrictedTimezones": [], "enableNetworkSwitch": true, "termsConditionsUrl": "javascript:alert(1)"
  }`)
  const answer = v.parse(projectConfigSchema, hostile)
  expect(Object.keys(answer)).toEqual(['features'])
  for (const feature of answer.features) expect(Object.keys(feature)).toEqual(['id', 'isEnabled', 'config'])
  expect((answer as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  // Only ids of this list mean anything, and none of them is a limit or a rule of safety.
  const known = answer.features.filter(({ id }) => (featureIds as readonly string[]).includes(id))
  expect(known.map(({ id }) => id)).toEqual(['swap'])
})

it.each([
  [{ features: [{ id: 'swap', isEnabled: 1, config: null }] }],
  [{ features: [{ id: 'x'.repeat(65), isEnabled: true, config: null }] }],
  [{ features: [{ id: 'swap', isEnabled: true, config: ['x'.repeat(65)] }] }],
  [{ features: [{ id: 'swap', isEnabled: true, config: [{ toString: 'x' }] }] }],
  [{ features: [{ id: 'swap', isEnabled: true, config: Array.from({ length: 65 }, () => 'x') }] }],
  [[]],
  ['features'],
])('T111: refuses %j whole, and the last good answer stays', answer =>
  expect(v.is(projectConfigSchema, answer)).toBe(false),
)
